/**
 * PAYMENT-09 · order.urls is no way into the gateway's network: loopback, private, link-local and metadata addresses
 * are not fetched in production, redirects to them neither; a slow or endless answer does not hang the call.
 */

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import { waits } from '../../../harness/patience.ts'
import { pause } from '../../../harness/pause.ts'
import { isFetched } from '../../support/gateway/checkout/order-fetch.ts'
import { createPayment } from '../../support/gateway/transactions.ts'
import { serveRedirectLoop } from '../../support/redirect-loop.ts'

const payWith = (context: CheckContext, urls: string[]) => {
  const body = context.paymentOf(context.merchant, { order: { id: context.fresh('order'), urls } })
  return context.pay(body, { timeoutMs: context.run.patience.boundedMs })
}

const { clause } = defineSuite({ id: 'payment-fetch', roles: ['gateway'], operations: ['payment.create'] })

const slowAddresses: Record<string, (context: CheckContext) => string> = {
  'never answers': ({ counterpart }) => counterpart.trap('order.json', { hang: true }).url,
  'never ends': ({ counterpart }) => counterpart.trap('order.json', { endless: true }).url,
  'redirects to itself': context => serveRedirectLoop(context, 'order.json'),
}

const expectAnswered = async (context: CheckContext, what: string, url: string): Promise<void> => {
  const response = await context.idle(payWith(context, [url]).evenSilent())
  expectThat(!response.silence, `an order address that ${what} hangs the call`, {
    expected: `a response within ${context.run.patience.boundedMs / 1_000} s`,
    actual: summary(response),
  })
}

clause(
  'PAYMENT-09',
  'slow and endless order addresses',
  async context => {
    await createPayment(context)
    const addresses = Object.entries(slowAddresses)
    await Promise.all(addresses.map(([what, serve]) => expectAnswered(context, what, serve(context))))
    await createPayment(context)
  },
  { hangs: true },
)

const isThisMachine = (baseUrl: string): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(baseUrl).hostname)

type Listener = { urls: string[]; requests: string[]; close: () => Promise<void> }

const closeServer = (server: Server): Promise<void> =>
  new Promise(resolve => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

/** Listens on this machine, under several names of loopback, none of them provisioned. */
const openListener = async (): Promise<Listener> => {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.headers.host}${request.url}`)
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const hosts = ['127.0.0.1', 'localhost', '127.1', '2130706433', '[::ffff:127.0.0.1]']
  const urls = hosts.map(host => `http://${host}:${port}/order.json`)
  return { urls, requests, close: () => closeServer(server) }
}

clause('PAYMENT-09', 'order addresses inside the network', async context => {
  const { environment, baseUrl } = context.run.target
  if (environment !== 'production')
    notApplicable('It is required in production: a second run with --environment production checks it.')
  if (!isThisMachine(baseUrl)) notApplicable("The target's network cannot be observed from here.")
  await createPayment(context)
  const { urls, requests, close } = await openListener()
  context.afterwards(close)
  const redirects = urls.map(url => context.counterpart.trap('order.json', { redirect: url }).url)
  for (const url of [...urls, ...redirects]) await payWith(context, [url])
  if (await isFetched(context, redirects)) await pause(waits.orderFetch.ms, context.signal)
  expectThat(requests.length === 0, 'an address inside the network is fetched because a caller named it', {
    expected: 'no request to a loopback address that is not provisioned',
    actual: requests.join(', '),
  })
})
