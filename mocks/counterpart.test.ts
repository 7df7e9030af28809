import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { iconPath } from '../harness/counterpart.ts'
import { isObject, type JsonObject } from '../protocol/json/json.ts'
import { referenceProfile } from '../protocol/profile.ts'
import { verifyPayload } from '../protocol/signature/payload.ts'
import { identities, inProcess, overHttp, post, proofOf, type TestCounterpart } from './counterpart.test.fixture.ts'

const jsonOf = async (response: Promise<Response>): Promise<JsonObject> => {
  const body: unknown = await (await response).json()
  if (!isObject(body)) throw new TypeError('The response is not a JSON object')
  return body
}

const transports: [string, () => Promise<TestCounterpart>][] = [
  ['in process', inProcess],
  ['over HTTP', () => overHttp()],
]

describe.each(transports)('the counterpart %s', (_transport, start) => {
  let subject: TestCounterpart
  beforeEach(async () => {
    subject = await start()
  })
  afterEach(() => subject.counterpart.close())

  test('serves the registry', async () => {
    const response = await subject.fetch('/registry.json')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toEqual({ '2001': 'http://counterpart.example/2001/metadata.json' })
    expect(subject.counterpart.journal.all).toMatchObject([
      { kind: 'registry', path: '/registry.json', responseStatus: 200 },
    ])
  })

  test('keeps the latest orders and drops the oldest', async () => {
    const publish = (id: string) => subject.counterpart.publishOrder(2001, { order: { id } })
    const [first, second] = [publish('first'), publish('second')]
    for (let at = 2; at <= 5_000; at++) publish(`order-${at}`)
    const status = async (address: string) => (await subject.fetch(new URL(address).pathname)).status
    expect(await status(first)).toBe(404)
    expect(await status(second)).toBe(200)
  })

  test.each(Object.values(identities))('serves metadata of $id that verifies', async identity => {
    const { counterpart, fetch } = subject
    const document = await jsonOf(fetch(`/${identity.ocid}/metadata.json`))
    const key = (identity.publishes ?? identity.key).publicKey
    const endpoint = `${counterpart.baseUrl}/${identity.ocid}`
    expect(document).toMatchObject({ protocol: '0.1', name: identity.name, config: { publicKey: key, endpoint } })
    const signer = { publicKey: key, dialect: referenceProfile }
    expect(verifyPayload(document.config ?? null, document.signature, signer)).toBe(true)
    expect(document.icon).toBe(identity.icon)
    expect(Object.keys(document)).not.toContain('key')
    expect(counterpart.journal.all).toMatchObject([{ kind: 'metadata', ocid: identity.ocid }])
  })

  test('serves the icon of the requester as a PNG', async () => {
    const response = await subject.fetch(`/7001${iconPath}?run=1`)
    expect(response.headers.get('content-type')).toBe('image/png')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.length).toBe(Number(response.headers.get('content-length')))
    expect(bytes.subarray(0, 8)).toEqual(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))
  })

  test('answers HEAD where it answers GET', async () => {
    const response = await subject.fetch('/2001/metadata.json', { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(subject.counterpart.journal.all).toMatchObject([{ method: 'HEAD', kind: 'metadata' }])
  })

  test.each(['order-1', 'a/b?c#d e', 'é ☃ %2F', "it's", '..', 'x'.repeat(600)])('publishes order %j', async id => {
    const { counterpart, fetch } = subject
    const signedOrder = { order: { id }, signature: '00', urls: {} }
    const address = counterpart.publishOrder(2001, signedOrder)
    expect(address.startsWith(`${counterpart.baseUrl}/2001/orders/`)).toBe(true)
    const response = await fetch(address.slice(counterpart.baseUrl.length))
    expect(await response.json()).toEqual(signedOrder)
    expect(counterpart.journal.all).toMatchObject([{ kind: 'order', ocid: 2001, responseStatus: 200 }])
  })

  test('publishes an order anew, with a behaviour', async () => {
    const { counterpart, fetch } = subject
    counterpart.publishOrder(2001, { order: { id: 'o' } })
    counterpart.publishOrder(2001, { order: { id: 'o' } }, { body: '{"order":' })
    expect(await (await fetch('/2001/orders/o')).text()).toBe('{"order":')
    expect((await fetch('/2002/orders/o')).status).toBe(404)
  })

  test('accepts a notification and records its content', async () => {
    const { counterpart, fetch } = subject
    const notification = proofOf('order-1', 'tx-1')
    const response = await fetch('/2001/transfer/webhook', post(notification))
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ status: 'accepted', txid: 'tx-1' })
    const [recorded] = counterpart.journal.all
    expect(recorded).toMatchObject({
      kind: 'notification',
      ocid: 2001,
      reference: 'order-1',
      txid: 'tx-1',
      responseStatus: 200,
    })
    expect(recorded?.json).toEqual(notification)
    expect(recorded?.body).toBe(JSON.stringify(notification))
    expect(Math.abs(Date.now() - (recorded?.receivedAt ?? 0))).toBeLessThan(5_000)
    expect(recorded?.at).toBeLessThanOrEqual(performance.now())
  })

  test.each([
    '',
    '{',
    'null',
    '[]',
    '7',
    '"proof"',
    '{"proof":7}',
    '{"proof":{"txid":7}}',
    '{"proof":null}',
    '{"__proto__":{"proof":{"txid":"t"}}}',
    '['.repeat(50_000),
  ])('refuses the notification %.40s', async body => {
    const { counterpart, fetch } = subject
    const response = await fetch('/2001/transfer/webhook', post(body))
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code: 'INVALID_REQUEST', details: {} } })
    expect(counterpart.journal.all).toMatchObject([{ kind: 'notification', body, responseStatus: 400 }])
  })

  test('answers deliveries in turn and repeats the last behaviour, until the script is undone', async () => {
    const { counterpart, fetch } = subject
    const deliver = async (reference: string) =>
      (await fetch('/2001/transfer/webhook', post(proofOf(reference, 'tx')))).status
    const undo = counterpart.answerNotification({ reference: 'o' }, [{ status: 500 }, { status: 429 }, {}])
    expect(await deliver('another')).toBe(200)
    expect([await deliver('o'), await deliver('o'), await deliver('o'), await deliver('o')]).toEqual([
      500, 429, 200, 200,
    ])
    const undoLater = counterpart.answerNotification({ txid: 'tx' }, [{ status: 503, body: 'busy' }])
    expect(await deliver('o')).toBe(503)
    undoLater()
    undo()
    expect(await deliver('o')).toBe(200)
    expect(
      counterpart.journal.find(request => request.reference === 'o').map(request => request.responseStatus),
    ).toEqual([500, 429, 200, 200, 503, 200])
  })

  test('accepts notifications only for an identity with a webhook, and records the others', async () => {
    const { counterpart, fetch } = subject
    expect((await fetch('/3001/transfer/webhook', post(proofOf('o', 't')))).status).toBe(404)
    expect(counterpart.journal.all).toMatchObject([{ kind: 'notification', ocid: 3001, responseStatus: 404 }])
  })

  test.each([
    ['POST', '/2001/webhook', 2001],
    ['POST', '/2001/transfer/webhook/', 2001],
    ['POST', '/2001/transfer/webhook/transfer/webhook', 2001],
    ['PUT', '/2001/transfer/webhook', 2001],
    ['POST', '//2001/transfer/webhook', undefined],
    ['POST', '/02001/transfer/webhook', undefined],
    ['POST', '/2999/transfer/webhook', undefined],
    ['POST', '/transfer/webhook?x=1', undefined],
    ['DELETE', '/', undefined],
    ['POST', `/${'x'.repeat(9_000)}`, undefined],
  ])('records requests to unknown addresses: %s %.50s', async (method, path, ocid) => {
    const { counterpart, fetch } = subject
    const response = await fetch(path, { ...post(proofOf('o', 't')), method })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: { code: 'NOT_FOUND' } })
    expect(counterpart.journal.all).toMatchObject([{ kind: 'other', method, path, reference: 'o', txid: 't' }])
    expect(counterpart.journal.all[0]?.ocid).toBe(ocid)
  })

  test.each(['completed', 'cancelled', 'callback'])('answers a browser at %s', async page => {
    const { counterpart, fetch } = subject
    const response = await fetch(`/2001/${page}?status=granted`)
    expect(response.headers.get('content-type')).toMatch('text/plain')
    expect((await response.text()).length).toBeGreaterThan(0)
    expect((await fetch(`/2001/${page}`, post('x'))).status).toBe(200)
    const callbacks = counterpart.journal.find(request => request.kind === 'callback' && request.ocid === 2001)
    expect(callbacks.map(request => [request.method, request.path])).toEqual([
      ['GET', `/2001/${page}?status=granted`],
      ['POST', `/2001/${page}`],
    ])
  })

  test('opens traps that only record', async () => {
    const { counterpart, fetch } = subject
    const first = counterpart.trap()
    const second = counterpart.trap('metadata.json?x=1', { body: { odd: true }, status: 418 })
    expect(first.url).toBe(`${counterpart.baseUrl}${first.path}`)
    expect(first.path).not.toBe(second.path)
    expect(await (await fetch(first.path)).json()).toEqual({})
    const response = await fetch(second.path, { method: 'PUT', body: 'x' })
    expect([response.status, await response.json()]).toEqual([418, { odd: true }])
    expect((await fetch('/trap/unknown')).status).toBe(404)
    expect(counterpart.journal.find(request => request.kind === 'other').map(request => request.path)).toEqual([
      first.path,
      second.path,
      '/trap/unknown',
    ])
  })

  test('lets the metadata of one identity misbehave until restored', async () => {
    const { counterpart, fetch } = subject
    counterpart.misbehave(2001, { body: '<html>', contentType: 'text/html' })
    const response = await fetch('/2001/metadata.json')
    expect([response.headers.get('content-type'), await response.text()]).toEqual(['text/html', '<html>'])
    expect((await jsonOf(fetch('/2002/metadata.json'))).name).toBe('Conformance merchant2')
    counterpart.misbehave(2001, undefined)
    expect((await jsonOf(fetch('/2001/metadata.json'))).name).toBe('Conformance merchant')
  })
})

test('metadata follows a change of key', async () => {
  const { counterpart, fetch } = await inProcess()
  const { partner, merchant } = identities
  const configNow = async () => (await jsonOf(fetch('/3001/metadata.json'))).config
  expect(await configNow()).toMatchObject({ publicKey: partner.key.publicKey })
  partner.publishes = merchant.key
  expect(await configNow()).toMatchObject({ publicKey: merchant.key.publicKey })
  delete partner.publishes
  expect(await configNow()).toMatchObject({ publicKey: partner.key.publicKey })
  await counterpart.close()
})
