import { describe, expect, test } from 'vitest'
import type { Exchange } from '../../harness/http/exchange.ts'
import type { JsonObject } from '../../protocol/json/json.ts'
import { type Profile, referenceProfile } from '../../protocol/profile.ts'
import { PrivateKey } from '../../protocol/signature/keys.ts'
import { signPayload } from '../../protocol/signature/payload.ts'
import { plainSettings } from '../settings/plain-settings.test.support.ts'
import { challengeValue, drawChallenge, hasChallenge } from './challenge.ts'
import { createPayloadReader } from './signed-payload.ts'

const key = new PrivateKey('1'.padStart(64, '0'))
const other = new PrivateKey('2'.padStart(64, '0'))
const metadata = { status: 200, text: JSON.stringify({ config: { publicKey: key.publicKey } }) }
const challenge = drawChallenge(plainSettings, { role: 'gateway', metadata })

const proofOf = (value: string) => ({ txid: 't', to: { ocid: 2001, reference: `to-${value}-7` } })

const exchangeOf = (body: object, direction: Exchange['direction'] = 'sent'): Exchange => {
  const text = { headers: [], body: JSON.stringify(body), bodyBytes: 1 }
  const request = { method: 'POST', url: 'http://a.example/', headers: [] as [string, string][], bodyBytes: 0 }
  return direction === 'sent'
    ? { id: '5', check: 'a', direction, at: '', ms: 1, request, response: { status: 200, ...text } }
    : { id: 'r5', check: '', direction, at: '', ms: 1, request: { ...request, ...text } }
}

const signedBy = (payload: JsonObject, signer = key, profile: Profile = referenceProfile, what = 'proof') => ({
  [what]: payload,
  signature: signPayload(payload, signer, profile),
})

const foundIn = (exchanges: Exchange[], profile: Profile = referenceProfile) => {
  const reader = createPayloadReader({ challenge, metadata, profile })
  for (const exchange of exchanges) reader.read(exchange)
  return reader.found()
}

describe('a challenge', () => {
  test('differs for each run, and is bound to the metadata and the run', () => {
    const facts = { harness: '1', register: '2', seed: 1, depth: 'quick', target: { role: 'kyc', baseUrl: 'http://a' } }
    const drawing = { nonce: 'a', drawn: 'b' }
    const value = challengeValue(facts, drawing)
    expect(value).toMatch(/^[0-9a-f]{20}$/)
    expect(drawChallenge(plainSettings, { role: 'gateway', metadata }).value).not.toBe(challenge.value)
    const others = [
      challengeValue({ ...facts, seed: 2 }, drawing),
      challengeValue({ ...facts, target: { ...facts.target, metadataDigest: '00' } }, drawing),
      challengeValue(facts, { ...drawing, drawn: 'c' }),
    ]
    expect(new Set([value, ...others]).size).toBe(4)
  })

  test('is found as a part of a name', () => {
    expect(hasChallenge(`order-${challenge.value}-1`, challenge)).toBe(true)
    expect(hasChallenge(challenge.value, challenge)).toBe(false)
  })
})

describe('the payload that the target signed', () => {
  const proof = proofOf(challenge.value)

  test('is found in a response and in a notification, with all that verifies it', () => {
    for (const direction of ['sent', 'received'] as const)
      expect(foundIn([exchangeOf({}), exchangeOf(signedBy(proof), direction)])).toEqual({
        what: 'proof',
        exchange: direction === 'sent' ? '5' : 'r5',
        canonical: `{"to":{"ocid":2001,"reference":"to-${challenge.value}-7"},"txid":"t"}`,
        signature: signPayload(proof, key, referenceProfile),
        encoding: 'compact-hex',
        publicKey: key.publicKey,
      })
  })

  test('is read in the dialect of the target', () => {
    const profile: Profile = { ...referenceProfile, signatureEncoding: 'der-base64', canonicalJson: 'top-level' }
    const order = { id: `order-${challenge.value}-1`, items: [{ name: 'n', id: 'i' }] }
    expect(foundIn([exchangeOf(signedBy(order, key, profile, 'order'))], profile)).toMatchObject({
      what: 'order',
      encoding: 'der-base64',
      canonical: `{"id":"${order.id}","items":[{"name":"n","id":"i"}]}`,
    })
  })

  test.each([
    ['of another key', signedBy(proof, other)],
    ['of another run', signedBy(proofOf('0'.repeat(20)))],
    [
      'with the challenge outside of the signed content',
      { ...signedBy(proofOf('x')), txid: `to-${challenge.value}-7` },
    ],
    ['without a signature', { proof }],
    ['that is too long', signedBy({ ...proof, memo: 'x'.repeat(9_000) })],
  ])('is not one %s', (_what, body) => expect(foundIn([exchangeOf(body)])).toBeUndefined())
})
