import { describe, expect, test } from 'vitest'
import { referenceProfile } from '../../../protocol/profile.ts'
import { signRequest } from '../../../protocol/request/request.ts'
import { PrivateKey } from '../../../protocol/signature/keys.ts'
import { actors } from '../../gateway/actors.test.support.ts'
import { type Answered, type Fixture, fixture } from '../../gateway/fixture.test.support.ts'
import { directoryOf } from '../../service/directory.ts'
import { systemPorts } from '../../service/ports.ts'
import type { Service } from '../contract.ts'
import { KeyCache } from '../metadata/peer-key.ts'
import { commonPolicies } from '../policies.ts'
import { authenticate } from './authenticate.ts'
import { NonceMemory } from './nonce-memory.ts'

const one = new PrivateKey('1'.padStart(64, '0'))

const serviceAt = (seconds: number): Service => ({
  ocid: 4001,
  name: 'Test Merchant',
  key: one,
  profile: referenceProfile,
  environment: 'test',
  serving: {},
  endpoint: () => 'https://merchant.example',
  directory: directoryOf({
    callers: [{ ocid: 6001, publicKey: one.publicKey, metadata: 'https://app.example/metadata.json' }],
  }),
  nonces: new NonceMemory(),
  keyCache: new KeyCache(),
  ports: { ...systemPorts(() => Promise.reject(new Error('nothing is sent'))), now: () => seconds * 1000 },
  policies: commonPolicies,
})

test('a request signed by hand is accepted, once', async () => {
  const arrived = {
    method: 'POST',
    path: '/api/v1/orders/create?x=1',
    rawHeaders: [
      ...['X-OC-ID', '6001', 'X-OC-Timestamp', '1700000000', 'X-OC-Nonce', 'n-1', 'X-OC-Signature'],
      '9bc940e68ac9e7ae25f7ae08d8d8acacc6b7caa233a6a4e326e8e4951b5944e632ac22a27ef0e6a993fb2906a2460462b47d9198445fd6d0b1ce2cd96b0d1dd5',
    ],
    body: Buffer.from('{"b":1,"a":"é"}'),
  }
  const service = serviceAt(1_700_000_000)
  expect(await authenticate('orders.create', arrived, service)).toBe(6001)
  await expect(authenticate('orders.create', arrived, service)).rejects.toMatchObject({ code: 'NONCE_REUSED' })
  const tomorrow = serviceAt(1_700_000_301)
  await expect(authenticate('orders.create', arrived, tomorrow)).rejects.toMatchObject({ code: 'TIMESTAMP_EXPIRED' })
})

const path = '/payment/create'
const body = JSON.stringify({ to: actors.merchant, amount: '1.00', currency: 'USD' })

const codeOf = ({ status, body }: Answered): string => (status === 200 ? 'accepted' : `${status} ${body.error?.code}`)

const sent = async (
  on: Fixture,
  headers: object = {},
  more: { caller?: number; nonce?: string; timestamp?: string } = {},
) => {
  const signed = { ...on.headersFor(more.caller ?? actors.app, path, body, more), ...headers }
  const present = Object.entries(signed).filter(([, value]) => value !== undefined)
  return codeOf(await on.send(path, body, Object.fromEntries(present)))
}

describe('the layer in front of a gateway', () => {
  const names = ['X-OC-ID', 'X-OC-Timestamp', 'X-OC-Nonce', 'X-OC-Signature']

  test('a header that is missing, empty or repeated is refused', async () => {
    const on = fixture()
    expect(await sent(on)).toBe('accepted')
    for (const name of names) {
      expect(await sent(on, { [name]: undefined })).toBe('401 INVALID_SIGNATURE')
      expect(await sent(on, { [name]: '' })).toBe('401 INVALID_SIGNATURE')
      expect(await sent(on, { [name]: ['1', '1'] })).toBe('401 INVALID_SIGNATURE')
    }
  })

  test('an OCID and a timestamp are plain digits', async () => {
    const on = fixture()
    for (const ocid of ['7001abc', '-3021', '3021.0', '03021', '+3021', '0', '9'.repeat(40), '٣'])
      expect(await sent(on, { 'X-OC-ID': ocid })).toBe('401 INVALID_SIGNATURE')
    for (const timestamp of [`${on.now()}000`, `${on.now()}.5`, `+${on.now()}`, '-1', '2027-01-15T08:00:00Z', '0x1'])
      expect(await sent(on, {}, { timestamp })).toBe('401 INVALID_SIGNATURE')
  })

  test('timestamps are taken up to 300 s off, both ways', async () => {
    const on = fixture()
    for (const off of [-300, 300]) expect(await sent(on, {}, { timestamp: String(on.now() + off) })).toBe('accepted')
    for (const off of [-301, 301])
      expect(await sent(on, {}, { timestamp: String(on.now() + off) })).toBe('401 TIMESTAMP_EXPIRED')
  })

  test('the signature must be by the OCID, over every part of the request', async () => {
    const on = fixture()
    const wrong = '401 INVALID_SIGNATURE'
    expect(await sent(on, { 'X-OC-ID': String(actors.partner) })).toBe(wrong)
    expect(await sent(on, { 'X-OC-Nonce': 'another' })).toBe(wrong)
    expect(await sent(on, { 'X-OC-Timestamp': String(on.now() - 1) })).toBe(wrong)
    for (const signature of ['00', '0'.repeat(128), 'f'.repeat(128), 'zz'.repeat(64)])
      expect(await sent(on, { 'X-OC-Signature': signature })).toBe(wrong)
    const headers = on.headersFor(actors.app, path, body)
    expect(codeOf(await on.send(`${path}?x`, body, headers))).toBe(wrong)
    expect(codeOf(await on.send('/transfer/create', body, headers))).toBe(wrong)
    expect(codeOf(await on.send(path, `${body} `, headers))).toBe(wrong)
    expect(codeOf(await on.send(path, body, headers))).toBe('accepted')
  })

  test('2999 is unknown; the stranger is known by its metadata, read once', async () => {
    const on = fixture()
    expect(await sent(on, {}, { caller: actors.unassigned })).toBe('401 UNKNOWN_OCID')
    expect(await sent(on, {}, { caller: actors.stranger })).toBe('accepted')
    expect(await sent(on, {}, { caller: actors.stranger })).toBe('accepted')
    expect(on.sent.length).toBe(1)
  })

  test('a nonce is good once per caller, and not used up by others', async () => {
    const on = fixture()
    expect(await sent(on, { 'X-OC-Signature': '11'.repeat(64) }, { nonce: 'a' })).toBe('401 INVALID_SIGNATURE')
    expect(await sent(on, {}, { nonce: 'a' })).toBe('accepted')
    expect(await sent(on, {}, { nonce: 'a' })).toBe('401 NONCE_REUSED')
    expect(await sent(on, {}, { nonce: 'a', caller: actors.partner })).toBe('accepted')
    await on.time.advance(599_000)
    expect(await sent(on, {}, { nonce: 'a' })).toBe('401 NONCE_REUSED')
    await on.time.advance(1000)
    expect(await sent(on, {}, { nonce: 'a' })).toBe('accepted')
  })

  test('of equal requests at one moment a single one is processed', async () => {
    const on = fixture()
    const headers = on.headersFor(actors.stranger, path, body)
    const codes = await Promise.all(Array.from({ length: 10 }, async () => codeOf(await on.send(path, body, headers))))
    expect(codes.filter(code => code === 'accepted').length).toBe(1)
    expect(codes.filter(code => code === '401 NONCE_REUSED').length).toBe(9)
  })
})

test('a signed request of a key that is not the registered one is refused', async () => {
  const on = fixture()
  const parts = { method: 'POST', path, ocid: '2002', timestamp: String(on.now()), nonce: 'm2', body }
  const asPublished = new PrivateKey(String(actors.app).padStart(64, '0'))
  const headers = signRequest(parts, asPublished, referenceProfile)
  expect(codeOf(await on.send(path, body, headers))).toBe('401 INVALID_SIGNATURE')
  expect(on.sent).toEqual([])
})
