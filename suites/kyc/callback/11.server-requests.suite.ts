import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import { pause } from '../../../harness/pause.ts'
import { decideAsControl } from '../../support/kyc/consent-flow.ts'
import { isAdmitted, sendGrantRequest } from '../../support/kyc/grant-request.ts'
import { whereDeclared } from '../../support/parametrize.ts'

const suite = defineSuite({ id: 'callback-safety', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })
const { clause } = suite

/** Records the connections to a free port until the check ends, in IPv4 and, if available, in IPv6. */
const recordConnections = async (context: CheckContext) => {
  const connections: string[] = []
  const listen = async (host: string, port: number): Promise<number> => {
    const server = createServer(socket => {
      connections.push(`${socket.remoteAddress}:${socket.remotePort}`)
      socket.destroy()
    })
    server.listen(port, host)
    await once(server, 'listening')
    context.afterwards(() => void server.close())
    return (server.address() as AddressInfo).port
  }
  const port = await listen('127.0.0.1', 0)
  await listen('::1', port).catch(() => undefined)
  return { connections, port }
}

/** Milliseconds to wait for a connection after a later decision. */
const graceMs = 500

clause('CALLBACK-11', 'nothing sent to the callback address', async context => {
  const { connections, port } = await recordConnections(context)
  const addresses = ['localhost', '127.0.0.1'].map(host => `https://${host}:${port}/${context.fresh('callback')}`)
  const responses = await Promise.all(
    addresses.map(async address => [address, await sendGrantRequest(context, { callback_url: address })] as const),
  )
  const admitted = responses.filter(([, response]) => isAdmitted(response)).map(([address]) => address)
  const refusals = responses.map(([, response]) => summary(response)).join(', ')
  if (admitted.length === 0)
    notApplicable(`The target accepts no callback address at which the harness could listen (${refusals}).`)
  for (const address of admitted) await decideAsControl(context, { request: { callback_url: address } })
  // After a later decision, requests about the earlier ones would have been sent.
  await decideAsControl(context)
  await pause(graceMs, context.signal)
  expectThat(connections.length === 0, 'the provider itself connects to the callback address', {
    expected: 'no connection',
    actual: `${connections.length} connections, the first from ${connections[0]}`,
  })
})

/** The callback is a redirect of the browser, not a request of the provider. Heading: Events. */
export const callbackServerRequests = whereDeclared(suite)
