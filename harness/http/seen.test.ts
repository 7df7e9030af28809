import { expect, test } from 'vitest'
import { readBody } from './response.ts'
import { createSeen } from './seen.ts'

const responseOf = (bytes: Uint8Array, changes = {}) => ({
  ...readBody(bytes),
  bytes,
  status: 200,
  headers: [['content-type', 'application/json; charset=utf-8']] as [string, string][],
  truncated: false,
  exchange: '1',
  url: 'http://127.0.0.1/',
  method: 'POST',
  arrivedAt: 0,
  ...changes,
})

const response = (json: object, changes = {}) => responseOf(Buffer.from(JSON.stringify(json)), changes)

test('keeps only documents that a target of the role signs', () => {
  const seen = createSeen('gateway')
  const proof = { proof: { txid: '1' }, signature: 'ab' }
  seen.see(response(proof))
  seen.see(response({ order: { id: '1' }, signature: 'ab' }))
  seen.see(response({ proof: {} }))
  seen.see(response({ status: 'completed' }))
  seen.see(response(proof, { status: 400 }))
  expect(seen.signed).toEqual([{ document: proof, exchange: '1', method: 'POST' }])
})

test('keeps no long documents, and limits their number', () => {
  const seen = createSeen('merchant')
  const order = (memo: string) => response({ order: { memo }, signature: 'ab' })
  seen.see(order('a'.repeat(5_000)))
  expect(seen.signed).toEqual([])
  for (let count = 0; count < 1_000; count++) seen.see(order('short'))
  expect(seen.signed).toHaveLength(800)
})

test('keeps refusals unless they are very long', () => {
  const seen = createSeen('kyc')
  const refusal = response({ error: { code: 'INVALID_GRANT' } }, { status: 400 })
  seen.see(refusal)
  seen.see(response({ error: { message: 'a'.repeat(20_000) } }, { status: 500 }))
  seen.see(response({}, { status: 302 }))
  expect(seen.refusals).toEqual([refusal])
})

test('keeps at most two megabytes of refusals', () => {
  const seen = createSeen('kyc')
  for (let count = 0; count < 500; count++) seen.see(response({ message: 'a'.repeat(16_000) }, { status: 400 }))
  const sizes = seen.refusals.map(({ bytes }) => bytes.length)
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(2_097_152)
  expect(sizes.length).toBeGreaterThan(100)
})

test.each([
  ['cut short', Buffer.from('{"error":{"message":"Unknown currency: '), {}],
  ['in another encoding', Buffer.from('{"error":{"message":"Unknown currency: \u00c9UR"}}', 'latin1'), { status: 400 }],
])('keeps a response that is %s', (_, bytes, changes) => {
  const seen = createSeen('kyc')
  const malformed = responseOf(bytes, changes)
  seen.see(malformed)
  seen.see(responseOf(Buffer.from('{'), { exchange: '2' }))
  expect(seen.malformed).toBe(malformed)
})

test.each<[string, object]>([
  ['is not JSON', { headers: [['content-type', 'text/html']] }],
  ['reports a failing server', { status: 502 }],
  ['arrived in part', { silence: { kind: 'broken', message: 'the connection was reset' } }],
  ['exceeds the limit', { truncated: true }],
  ['has no body', { method: 'HEAD' }],
])('keeps no response that %s', (_, changes) => {
  const seen = createSeen('kyc')
  seen.see(responseOf(Buffer.from('{'), changes))
  expect(seen.malformed).toBeUndefined()
})
