import { get } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { inspectedGateway, ownKey, payment, transfer } from './fixture.test.support.ts'
import { isLoopback } from './inspector.ts'

let closing: () => Promise<void> = async () => undefined

afterEach(() => closing())

const openGateway = async (token?: string) => {
  const gateway = await inspectedGateway(token)
  closing = gateway.close
  const read = async (path = '') => (await fetch(gateway.page + path)).text()
  return { ...gateway, read, origin: new URL(gateway.page).origin }
}

test('a request id leads to the check that refused, and to the text over which the signature verifies', async () => {
  const { post, read } = await openGateway()
  const { id, status } = await post('/payment/create?a=1', payment, '/payment/create')
  expect(status).toBe(401)
  const page = await read(`/requests/${id}`)
  expect(page).toContain('<span class="verdict">kept</span><span>request is fresh</span>')
  expect(page).toMatch(/refused<\/span><span><b>request is signed<\/b>.*the path without its query/)
  expect(page).not.toContain('nonce is new')
  expect(await read('/requests/none')).toContain('Not found')
})

test('shows registrations, accounts and payments, and the requests sent during each request', async () => {
  const { post, read } = await openGateway()
  const { id, status } = await post('/transfer/create', transfer)
  expect(status).toBe(200)
  await post('/payment/create', payment)
  const page = await read()
  for (const text of ['Corner &lt;Shop&gt;', '999.00 USD', 'pending_settlement', 'Proofs to deliver'])
    expect(page).toContain(text)
  expect(page).toMatch(
    new RegExp(`out</span>[\\s\\S]*/transfer/webhook[\\s\\S]*sent during <a href="gateway/requests/${id}"`),
  )
  expect(await read('/state')).toContain('<tbody data-part="rows-1">')
})

test('shows where a body violates its schema, and a refusal by a check outside the lists of rules', async () => {
  const { post, read } = await openGateway()
  const shapeless = await post('/payment/create', { ...payment, amount: 1 })
  expect(await read(`/requests/${shapeless.id}`)).toContain('/amount must be string')
  const poor = await post('/transfer/create', { ...transfer, amount: '2000.00' })
  expect(poor.status).toBe(402)
  expect(await read(`/requests/${poor.id}`)).toContain('<b>the balance covers the amount</b>')
})

test('shows sessions, and the check that refused a form', async () => {
  const { server, storage, read } = await openGateway()
  const order = { id: 'o-1', amount: '1.00', currency: 'USD' }
  const session = { id: 's-1', merchant: 2001, order, status: 'pending', createdAt: Math.floor(Date.now() / 1000) }
  storage.table('sessions').set('s-1', session)
  storage.table('sessions').set('s-2', { ...session, id: 's-2', createdAt: 0 })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await server.inject({ method: 'POST', url: '/checkout/s-1', payload: 'token=no', headers })
  expect(answer.statusCode).toBe(403)
  const page = await read()
  expect(page).toContain('refused: <bdi>It has not the token of this page.</bdi>')
  expect(page).toMatch(/s-2<\/bdi>[\s\S]*?expired[\s\S]*?s-1<\/bdi>[\s\S]*?pending/)
})

test('texts of callers are escaped, and keys, cookies and form tokens are hidden', async () => {
  const { server, post, read } = await openGateway()
  const { id } = await post('/payment/create', payment)
  const [list, one] = [await read(), await read(`/requests/${id}`)]
  expect(one).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(one).toContain('<dt>cookie:</dt> <dd><bdi>(hidden)</bdi>')
  const form = await server.inject({
    method: 'POST',
    url: '/checkout/none',
    payload: 'token=s3cret&option=card',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  const submitted = await read(`/requests/${form.headers['x-request-id']}`)
  expect(submitted).toContain('token=(hidden)\noption=card')
  const all = list + one + submitted
  for (const secret of [ownKey.reveal(), 'tasty', 's3cret', '<img src=x']) expect(all).not.toContain(secret)
  expect(list).toContain('Test &lt;Gateway&gt;')
})

/** Reads a stream until it has a string. */
const readUntil = async (body: ReadableStream<Uint8Array> | null, text: string): Promise<string> => {
  let seen = ''
  const decoder = new TextDecoder()
  for await (const chunk of body ?? []) {
    seen += decoder.decode(chunk, { stream: true })
    if (seen.includes(text)) break
  }
  return seen
}

test('sends each exchange to an open page, and a page that reconnects the ones that it missed', async () => {
  const { server, page } = await openGateway()
  const stream = await fetch(`${page}/events?after=0`)
  await server.inject({ url: '/verify/first' })
  expect(await readUntil(stream.body, '</li>\n\n')).toMatch(/id: 1\nevent: exchange\ndata: <li[\s\S]*\/verify\/first/)
  await server.inject({ url: '/verify/second' })
  const again = await fetch(`${page}/events?after=0`, { headers: { 'last-event-id': '1' } })
  const missed = await readUntil(again.body, '</li>\n\n')
  expect(missed).toContain('/verify/second')
  expect(missed).not.toContain('/verify/first')
})

test('needs its token, if it has one', async () => {
  const { page, origin } = await openGateway('0123')
  expect(page).toBe(`${origin}/0123/gateway`)
  expect((await fetch(page)).status).toBe(200)
  for (const path of ['/gateway', '/0124/gateway', '/0124/gateway/state', '/0123/merchant'])
    expect([path, (await fetch(origin + path)).status]).toEqual([path, 404])
})

test('without a token it can be read only under an address of this machine', async () => {
  const { page } = await openGateway()
  const status = await new Promise(resolve => {
    get(page, { headers: { host: 'rebound.example' } }, response => resolve(response.resume().statusCode))
  })
  expect(status).toBe(404)
  expect(['127.0.0.1', '127.8.8.8', '::1', 'localhost'].filter(isLoopback)).toHaveLength(4)
  expect(['0.0.0.0', '::', '10.0.0.1', 'localhost.example'].filter(isLoopback)).toEqual([])
})
