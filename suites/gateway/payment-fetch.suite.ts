import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { whereDeclared } from '../every.ts'
import { defineSuite } from '../harness/clause.ts'
import type { Behaviour } from '../harness/counterpart.ts'
import { holds, notApplicable } from '../harness/outcome.ts'
import { summary } from '../harness/sent.ts'
import { pause } from '../harness/slots.ts'
import type { Stage } from '../harness/stage.ts'
import { isFetched } from './choices.ts'
import { paid } from './transactions.ts'

/** Milliseconds within which a call has to be answered that points to an address that never ends. */
const callMs = 15_000

/** Milliseconds in which a fetch would show that is not made on the way. */
const fetchMs = 750

const payWith = (stage: Stage, urls: string[]) =>
  stage.pay(stage.paymentOf(stage.merchant, { order: { id: stage.fresh('order'), urls } }), { timeoutMs: callMs })

const suite = defineSuite({ id: 'payment-fetch', roles: ['gateway'], operations: ['payment.create'] })
const { clause } = suite

const slow: Record<string, Behaviour> = {
  'never answers': { hang: true },
  'never ends': { endless: true },
  'redirects to itself': {},
}

clause('PAYMENT-09', 'slow and endless order addresses', async stage => {
  await paid(stage)
  await Promise.all(Object.entries(slow).map(([what, behaviour]) => isAnswered(stage, what, behaviour)))
  await paid(stage)
})

const isAnswered = async (stage: Stage, what: string, behaviour: Behaviour): Promise<void> => {
  const { url } = what === 'redirects to itself' ? loop(stage) : stage.counterpart.trap('order.json', behaviour)
  const answer = await payWith(stage, [url])
  holds(!answer.silence, `an order address that ${what} hangs the call`, {
    expected: `an answer within ${callMs / 1_000} s`,
    actual: summary(answer),
  })
}

/** Two addresses that redirect to one another. */
const loop = (stage: Stage): { url: string } => {
  const behaviour: Behaviour = {}
  const there = stage.counterpart.trap('there', behaviour)
  const back = stage.counterpart.trap('back', { redirect: there.url })
  behaviour.redirect = back.url
  return there
}

clause('PAYMENT-09', 'order addresses inside the network', async stage => {
  const { environment, baseUrl } = stage.session.target
  if (environment !== 'production') notApplicable('The target does not run in production.')
  if (!isThisMachine(baseUrl)) notApplicable("The target's own network cannot be watched from here.")
  await paid(stage)
  const { urls, fetched, close } = await openSnare()
  stage.afterwards(close)
  const redirects = urls.map(url => stage.counterpart.trap('order.json', { redirect: url }).url)
  for (const url of [...urls, ...redirects]) await payWith(stage, [url])
  if (await isFetched(stage, redirects)) await pause(fetchMs, stage.signal)
  holds(fetched.length === 0, 'an address inside the network is fetched because a caller named it', {
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
