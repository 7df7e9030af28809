import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { Behaviour } from '../../../harness/counterpart.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import { pause } from '../../../harness/pause.ts'
import { isFetched } from '../../support/gateway/choices.ts'
import { paid } from '../../support/gateway/transactions.ts'
import { whereDeclared } from '../../support/parametrize.ts'

/** Milliseconds within which a call has to be answered that points to an address that never ends. */
const callMs = 15_000

/** Milliseconds in which a fetch would show that is not made on the way. */
const fetchMs = 750

const payWith = (context: CheckContext, urls: string[]) =>
  context.pay(context.paymentOf(context.merchant, { order: { id: context.fresh('order'), urls } }), {
    timeoutMs: callMs,
  })

const suite = defineSuite({ id: 'payment-fetch', roles: ['gateway'], operations: ['payment.create'] })
const { clause } = suite

const slow: Record<string, Behaviour> = {
  'never answers': { hang: true },
  'never ends': { endless: true },
  'redirects to itself': {},
}

clause('PAYMENT-09', 'slow and endless order addresses', async context => {
  await paid(context)
  await Promise.all(Object.entries(slow).map(([what, behaviour]) => isAnswered(context, what, behaviour)))
  await paid(context)
})

const isAnswered = async (context: CheckContext, what: string, behaviour: Behaviour): Promise<void> => {
  const { url } = what === 'redirects to itself' ? loop(context) : context.counterpart.trap('order.json', behaviour)
  const response = await payWith(context, [url]).evenSilent()
  expectThat(!response.silence, `an order address that ${what} hangs the call`, {
    expected: `an answer within ${callMs / 1_000} s`,
    actual: summary(response),
  })
}

/** Two addresses that redirect to one another. */
const loop = (context: CheckContext): { url: string } => {
  const behaviour: Behaviour = {}
  const there = context.counterpart.trap('there', behaviour)
  const back = context.counterpart.trap('back', { redirect: there.url })
  behaviour.redirect = back.url
  return there
}

clause('PAYMENT-09', 'order addresses inside the network', async context => {
  const { environment, baseUrl } = context.run.target
  if (environment !== 'production') notApplicable('The target does not run in production.')
  if (!isThisMachine(baseUrl)) notApplicable("The target's own network cannot be watched from here.")
  await paid(context)
  const { urls, fetched, close } = await openSnare()
  context.afterwards(close)
  const redirects = urls.map(url => context.counterpart.trap('order.json', { redirect: url }).url)
  for (const url of [...urls, ...redirects]) await payWith(context, [url])
  if (await isFetched(context, redirects)) await pause(fetchMs, context.signal)
  expectThat(fetched.length === 0, 'an address inside the network is fetched because a caller named it', {
    expected: 'no request to a loopback address that is not provisioned',
    actual: fetched.join(', '),
  })
})

const isThisMachine = (baseUrl: string): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(baseUrl).hostname)

type Snare = { urls: string[]; fetched: string[]; close: () => Promise<void> }

/** A listener on this machine that is provisioned nowhere, under several names of loopback. */
const openSnare = async (): Promise<Snare> => {
  const fetched: string[] = []
  const server = createServer((request, response) => {
    fetched.push(`${request.headers.host}${request.url}`)
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const urls = ['127.0.0.1', 'localhost', '127.1', '2130706433', '[::ffff:127.0.0.1]'].map(
    host => `http://${host}:${port}/order.json`,
  )
  return { urls, fetched, close: () => closed(server) }
}

const closed = (server: Server): Promise<void> =>
  new Promise(resolve => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

/** POST /payment/create: where order.urls leads. */
export const paymentFetchSuite = whereDeclared(suite)
