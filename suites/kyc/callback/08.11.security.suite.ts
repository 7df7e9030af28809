import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import { pause } from '../../../harness/pause.ts'
import { describeLanding } from '../../support/describe-landing.ts'
import { arrived, isAdmitted, send } from '../../support/kyc/consent-flow.ts'
import {
  anotherCallback,
  anotherUser,
  fateOf,
  tampered,
  unrequestedPermission,
} from '../../support/kyc/tampered-submission.ts'
import { whereDeclared } from '../../support/parametrize.ts'

const suite = defineSuite({ id: 'callback-safety', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })
const { clause } = suite

const tamperings = {
  'submission with another callback address': anotherCallback,
  'submission for another user': anotherUser,
  'submission with a permission that was not requested': () => unrequestedPermission,
}

for (const [what, of] of Object.entries(tamperings)) {
  clause('CALLBACK-08', what, async context => {
    const { change, isOriginal } = of(context)
    const way = await tampered(context, change)
    expectThat(fateOf(way, isOriginal) !== 'taken', `a ${what} is taken`, {
      expected: 'a refusal',
      actual: describeLanding(way.landing),
    })
  })
}

/** Counts the connections to a port of its own, until the check ends: in IPv4, and in IPv6 where there is any. */
const listening = async (context: CheckContext) => {
  const seen: string[] = []
  const listen = async (host: string, port: number): Promise<number> => {
    const server = createServer(socket => {
      seen.push(`${socket.remoteAddress}:${socket.remotePort}`)
      socket.destroy()
    })
    server.listen(port, host)
    await once(server, 'listening')
    context.afterwards(() => void server.close())
    return (server.address() as AddressInfo).port
  }
  const port = await listen('127.0.0.1', 0)
  await listen('::1', port).catch(() => undefined)
  return { seen, port }
}

/** Milliseconds in which a provider that sends something would have sent it, after a later decision was told. */
const graceMs = 500

clause('CALLBACK-11', 'nothing sent to the callback address', async context => {
  const { seen, port } = await listening(context)
  const tried = ['localhost', '127.0.0.1'].map(host => `https://${host}:${port}/${context.fresh('callback')}`)
  const responses = await Promise.all(
    tried.map(async address => [address, await send(context, { callback_url: address })] as const),
  )
  const taken = responses.filter(([, response]) => isAdmitted(response)).map(([address]) => address)
  if (taken.length === 0)
    notApplicable(
      `The target takes no callback address at which the harness could listen (${responses.map(([, response]) => summary(response)).join(', ')}).`,
    )
  for (const address of taken) await arrived(context, { ask: { callback_url: address } })
  // A later decision, after which the earlier ones would have been told of.
  await arrived(context)
  await pause(graceMs, context.signal)
  expectThat(seen.length === 0, 'the provider itself connects to the callback address', {
    expected: 'no connection',
    actual: `${seen.length} connections, the first from ${seen[0]}`,
  })
})

/** What a submission cannot change, and what the callback is not. Headings: GET /kyc/grant/{ocid}, Events. */
export const callbackSafety = whereDeclared(suite)
