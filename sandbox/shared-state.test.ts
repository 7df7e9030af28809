import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { referenceProfile } from '../protocol/profile.ts'
import { signRequest } from '../protocol/request/request.ts'
import { actors, friendlySend, keyOf, provisioning, sign } from '../reference/gateway/actors.test.support.ts'
import type { OutgoingRequest } from '../reference/service/ports.ts'
import type { Order } from '../schemas/messages.ts'
import { type Served, type ServeOptions, serveReference } from './serve.ts'
import { missingPostgres, type PostgresServer, startPostgres } from './state/postgres/server.test.support.ts'

let server: PostgresServer
let store = ''
let served: Served[] = []
let notified: OutgoingRequest[] = []
/** The response of the merchant. */
let taken = 200

beforeAll(async () => {
  if (missingPostgres === undefined) server = await startPostgres(['fsync=off'])
}, 60_000)
afterAll(() => server?.remove())
beforeEach(async () => {
  if (missingPostgres === undefined) store = await server.newDatabase()
  ;[served, notified, taken] = [[], [], 200]
})
afterEach(async () => {
  await Promise.all(served.map(({ close }) => close()))
})

const send: typeof friendlySend = async request => {
  if (request.method === 'GET') return friendlySend(request)
  notified.push(request)
  return { status: taken, text: '' }
}

/** Serves one more process of the gateway; returns its address. */
const serve = async (more: Partial<ServeOptions> = {}): Promise<string> => {
  const started = await serveReference({ roles: ['gateway'], provisioning, store, ports: { send }, ...more })
  served.push(started)
  return started.roles.gateway?.baseUrl ?? ''
}

let nonces = 0

const signed = (caller: number, path: string, message: object) => {
  const body = JSON.stringify(message)
  const timestamp = String(Math.floor(Date.now() / 1000))
  const parts = { method: 'POST', path, ocid: String(caller), timestamp, nonce: `n-${++nonces}`, body }
  return {
    path,
    init: {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signRequest(parts, keyOf(caller), referenceProfile) },
      body,
    },
  }
}

const answerOf = async (baseUrl: string, { path, init }: { path: string; init: RequestInit }) => {
  const response = await fetch(`${baseUrl}${path}`, init)
  return { status: response.status, body: JSON.parse(await response.text()) }
}

const debit = (amount: string, to: number = actors.purse) =>
  signed(actors.partner, '/transfer/create', {
    from: { ocid: actors.partner },
    to: { ocid: to },
    amount,
    currency: 'USD',
  })

const balance = async (ocid: number): Promise<unknown> => {
  const query = `SELECT value FROM oc_conformance_gateway.state WHERE name = 'balances' AND key = '"${ocid} USD"'`
  return (await server.run(store, query))[0]?.value
}

/** Makes the merchant open a session at an address; returns the path of its page. */
const checkout = async (baseUrl: string): Promise<string> => {
  const order = {
    id: `order-${++nonces}`,
    ocid: actors.merchant,
    amount: '12.34',
    currency: 'USD',
    createdAt: Math.floor(Date.now() / 1000),
    accepts: [actors.gateway],
  } satisfies Order
  const urls = {
    order: ['https://shop.example/order'],
    completed: 'https://shop.example/paid',
    cancelled: 'https://shop.example/no',
  }
  const message = { order, signature: sign(order, actors.merchant), urls }
  const { body } = await answerOf(baseUrl, signed(actors.merchant, '/orders/checkout', message))
  return new URL(body.redirect_url).pathname
}

/** Reads a page at one address; the result sends its form to another, changed as given. */
const openForm = async (page: string) => {
  const shown = await fetch(page)
  const token = /name="token" value="([0-9a-f]+)"/.exec(await shown.text())?.[1] ?? ''
  const cookie = shown.headers.get('set-cookie')?.split(';')[0] ?? ''
  return (form: string, fields: Record<string, string>): Promise<Response> => {
    const body = new URLSearchParams({ token, ...fields })
    return fetch(form, { method: 'POST', headers: { cookie }, body, redirect: 'manual' })
  }
}

const card = { action: 'pay', option: 'card' }

describe.skipIf(missingPostgres !== undefined)('two processes of a gateway', { timeout: 60_000 }, () => {
  test('share one key and one state', async () => {
    const [a, b] = await Promise.all([serve(), serve()])
    const keyAt = async (baseUrl: string) =>
      JSON.parse(await (await fetch(`${baseUrl}/metadata.json`)).text()).config.publicKey
    expect(await keyAt(a)).toBe(await keyAt(b))
    const { body } = await answerOf(a, debit('10.00'))
    expect((await answerOf(b, { path: `/verify/${body.proof.txid}`, init: {} })).body).toMatchObject({
      status: 'completed',
      signature: body.signature,
    })
  })

  test('accept one of many equal requests across processes', async () => {
    const addresses = [await serve(), await serve()]
    const once = debit('10.00')
    const copies = Array.from({ length: 50 }, () => addresses.map(address => answerOf(address, once))).flat()
    const statuses = (await Promise.all(copies)).map(({ status }) => status)
    expect(statuses.filter(status => status === 200).length).toBe(1)
    expect(await balance(actors.purse)).toBe('"1000"')
  })

  test('let 64 callers debit an account only up to its balance', async () => {
    const addresses = [await serve(), await serve()]
    const calls = Array.from({ length: 32 }, () => addresses.map(address => answerOf(address, debit('90.00')))).flat()
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect([200, 402].map(status => statuses.filter(each => each === status).length)).toEqual([11, 53])
    expect([await balance(actors.partner), await balance(actors.purse)]).toEqual(['"1000"', '"99000"'])
  })

  test('accept a form that another process showed; pay an order once, also when it is paid at both at the same time', async () => {
    const [a, b] = [await serve(), await serve()]
    const path = await checkout(a)
    const [atA, atB] = [await openForm(`${a}${path}`), await openForm(`${b}${path}`)]
    const answers = await Promise.all([atA(`${b}${path}`, card), atB(`${a}${path}`, card)])
    expect(answers.map(({ headers }) => headers.get('location'))).toEqual(Array(2).fill('https://shop.example/paid'))
    expect(await balance(actors.merchant)).toBe('"1234"')
    expect(notified.length).toBe(1)
  })

  test('an order is cancelled or paid, not both', async () => {
    const [a, b] = [await serve(), await serve()]
    const path = await checkout(a)
    const [atA, atB] = [await openForm(`${a}${path}`), await openForm(`${b}${path}`)]
    const answers = await Promise.all([atA(`${a}${path}`, card), atB(`${b}${path}`, { action: 'cancel' })])
    const [first, second] = answers.map(({ headers }) => headers.get('location'))
    expect(first).toBe(second)
    expect(await balance(actors.merchant)).toBe(first === 'https://shop.example/paid' ? '"1234"' : '"0"')
  })

  test('deliver a notification once, and take over when the delivering one is gone', async () => {
    // A claim lasts as long as an attempt may take, plus two seconds.
    const profile = { ...referenceProfile, notification: { ...referenceProfile.notification, timeoutMs: 500 } }
    const [a] = [await serve({ profile }), await serve({ profile })]
    await answerOf(a, debit('1.00', actors.merchant))
    await vi.waitFor(() => expect(notified.length).toBe(1))
    taken = 503
    await answerOf(a, debit('2.00', actors.merchant))
    await vi.waitFor(() => expect(notified.length).toBe(2))
    await served[0]?.close()
    taken = 200
    await vi.waitFor(() => expect(notified.length).toBe(3), { timeout: 20_000 })
    expect(notified[2]?.body).toBe(notified[1]?.body)
    await vi.waitFor(async () => {
      const query = `SELECT 1 FROM oc_conformance_gateway.state WHERE name = 'outbox' AND value IS NOT NULL`
      expect(await server.run(store, query)).toEqual([])
    })
  })

  test('without the database they answer 503 and stay healthy; with it they resume', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const [a, b] = [await serve(), await serve()]
    await server.stop()
    const statusOf = async (path: string) => (await fetch(`${a}${path}`)).status
    expect((await answerOf(b, debit('1.00'))).body.error.code).toBe('STATE_NOT_SAVED')
    expect([await statusOf('/verify/x'), await statusOf('/readyz'), await statusOf('/healthz')]).toEqual([
      503, 503, 200,
    ])
    expect(log.mock.calls.flat().every(line => String(line).startsWith('gateway: state was not saved: '))).toBe(true)
    await server.start()
    await vi.waitFor(async () => expect(await statusOf('/readyz')).toBe(200), { timeout: 10_000 })
    expect((await answerOf(b, debit('1.00'))).status).toBe(200)
    log.mockRestore()
  })

  test('move one clock, and show one state in their inspectors', async () => {
    const [a, b] = [await serve({ clock: {} }), await serve({ clock: {}, inspect: true })]
    const { body } = await answerOf(
      a,
      signed(actors.app, '/payment/create', { to: actors.merchant, amount: '1.00', currency: 'USD' }),
    )
    const inspector = served[1]?.roles.gateway?.inspector ?? ''
    await vi.waitFor(async () => expect(await (await fetch(inspector)).text()).toContain(body.txid), { timeout: 5_000 })
    const headers = { 'content-type': 'application/json' }
    await fetch(`${a}/clock`, { method: 'POST', headers, body: '{"seconds":3601}' })
    expect((await answerOf(b, { path: `/verify/${body.txid}`, init: {} })).body.status).toBe('expired')
  })

  test('serve an implementation that a request names', async () => {
    const choose: ServeOptions['choose'] = () => headers =>
      headers['x-other'] === undefined ? undefined : { name: 'other', changes: {} }
    const [a, b] = [await serve({ choose }), await serve({ choose })]
    const { body } = await answerOf(a, debit('1.00'))
    const path = `/verify/${body.proof.txid}`
    expect((await answerOf(b, { path, init: { headers: { 'x-other': '1' } } })).status).toBe(200)
  })
})
