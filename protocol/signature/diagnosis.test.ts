import { keccak_256 } from '@noble/hashes/sha3.js'
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { canonicalize } from '../json/canonical.ts'
import type { JsonObject } from '../json/json.ts'
import { referenceProfile } from '../profile.ts'
import { knownRequestForms } from '../request/likely-request-forms.ts'
import { type RequestParts, signRequest } from '../request/request.ts'
import { diagnoseMember, diagnoseRequest, diagnoseSignature, possibleSigners } from './diagnosis.ts'
import { sha256, sha256Hex } from './hash.ts'
import { PrivateKey } from './keys.ts'
import { signPayload } from './payload.ts'
import { encodeSignature, signatureEncodings } from './signature.ts'

const key = new PrivateKey('2'.padStart(64, '0'))
const other = new PrivateKey('3'.padStart(64, '0'))
const stranger = new PrivateKey('4'.padStart(64, '0'))
const keys = { merchant: key.publicKey, gateway: other.publicKey }
const proof: JsonObject = { txid: 't', to: { reference: 'ö', ocid: 1 }, amount: '1.00' }
const over = (text: string, hash = sha256(text)): string => encodeSignature(key.sign(hash))
const diagnose = (signature: unknown): string | undefined => diagnoseSignature(proof, signature, keys)

describe('a payload signature', () => {
  test.each(signatureEncodings)('in the encoding %s', encoding => {
    const signature = signPayload(proof, key, { ...referenceProfile, signatureEncoding: encoding })
    expect(diagnose(signature)).toBe(
      `The signature verifies over canonical JSON (rfc8785), hashed with SHA-256, read as ${encoding}, with the key of merchant.`,
    )
  })

  test.each(['top-level', 'key-list'] as const)('over the canonical form %s', canonicalJson => {
    expect(diagnose(signPayload(proof, key, { ...referenceProfile, canonicalJson }))).toContain(`(${canonicalJson})`)
  })

  test('by another key', () => {
    expect(diagnose(signPayload(proof, other, referenceProfile))).toContain('the key of gateway')
  })

  const text = canonicalize(proof)
  test.each([
    ['double SHA-256', over(text, sha256(sha256(text)))],
    ['SHA-256 of the hex digits', over(text, sha256(sha256Hex(text)))],
    ['Keccak-256', over(text, keccak_256(utf8ToBytes(text)))],
    ['in the order received', over(JSON.stringify(proof))],
    ['a blank after each', over('{"amount": "1.00", "to": {"ocid": 1, "reference": "ö"}, "txid": "t"}')],
    ['blanks and \\u escapes', over('{"amount": "1.00", "to": {"ocid": 1, "reference": "\\u00f6"}, "txid": "t"}')],
    ['that escapes non-ascii', over(text.replace('ö', '\\u00f6'))],
    ['indented', over(JSON.stringify(JSON.parse(text), null, 2))],
    ['line feed', over(`${text}\n`)],
    ['UTF-16 (little-endian)', over(text, sha256(new Uint8Array(Buffer.from(text, 'utf16le'))))],
    ['UTF-16 (big-endian)', over(text, sha256(new Uint8Array(Buffer.from(text, 'utf16le').swap16())))],
    ['Latin-1', over(text, sha256(new Uint8Array(Buffer.from(text, 'latin1'))))],
    ['without the member amount', over(text.replace('"amount":"1.00",', ''))],
    ['the member amount as a number', over(text.replace('"1.00"', '1'))],
    ['an empty member signature', over(text.replace(',"to"', ',"signature":"","to"'))],
    ['{ proof }', over(`{"proof":${text}}`)],
  ])('%s', (words, signature) => expect(diagnose(signature)).toContain(words))

  test('with the integers exchanged', () => {
    const signature = over(text)
    expect(diagnose(signature.slice(64) + signature.slice(0, 64))).toContain('with s before r')
  })

  test.each([0, 64])('whose integers are written as numbers, without the zeros in front: digit %d', at => {
    const payloads = Array.from({ length: 1_000 }, (_, txid): JsonObject => ({ ...proof, txid: String(txid) }))
    const payload = payloads.find(each => signPayload(each, key, referenceProfile)[at] === '0') ?? {}
    const whole = signPayload(payload, key, referenceProfile)
    const unpadded = [whole.slice(0, 64), whole.slice(64)].map(half => half.replace(/^0+/, '')).join('')
    expect(unpadded.length).toBeLessThan(128)
    expect(diagnoseSignature(payload, unpadded, keys)).toContain('without the leading zeros of r or s')
  })

  test('over a text of 32 bytes without a hash; a longer one cannot be signed so', () => {
    const short: JsonObject = { a: 'x'.repeat(24) }
    const signature = encodeSignature(key.sign(utf8ToBytes(canonicalize(short))))
    expect(diagnoseSignature(short, signature, keys)).toContain('no hash')
  })

  test('has no diagnosis if nothing matches', () => {
    for (const signature of [signPayload(proof, stranger, referenceProfile), over('x'), '', 'zz', null, 1, {}])
      expect(diagnose(signature)).toBeUndefined()
    expect(diagnoseSignature(proof, over(text), { merchant: 'no key' })).toBeUndefined()
  })
})

describe('a signature inside its document', () => {
  const document: JsonObject = { protocol: '0.1', config: { endpoint: 'https://a.example' } }
  const signed = (payload: JsonObject): JsonObject => ({
    ...document,
    signature: signPayload(payload, key, referenceProfile),
  })

  test('over the member', () => {
    const sentence = diagnoseMember(signed({ endpoint: 'https://a.example' }), 'config', keys)
    expect(sentence).toContain('canonical JSON (rfc8785), hashed')
  })

  test('over the whole document', () => {
    expect(diagnoseMember(signed(document), 'config', keys)).toContain('the whole document without its signature')
    expect(diagnoseMember(signed({ ...document, signature: '' }), 'config', keys)).toContain(
      'an empty member signature of the whole',
    )
  })

  test('over neither', () => {
    expect(diagnoseMember(signed({ x: 1 }), 'config', keys)).toBeUndefined()
    expect(diagnoseMember(document, 'config', keys)).toBeUndefined()
  })
})

describe('a request signature', () => {
  const parts: RequestParts = {
    method: 'POST',
    path: '/api/v1/orders/create',
    ocid: '6001',
    timestamp: '1700000000',
    nonce: 'n-1',
    body: '{ "b":1, "a":{"d":1,"c":2}}',
  }
  const signatureOf = (sent: RequestParts, dialect = referenceProfile): string =>
    signRequest(sent, key, dialect)['X-OC-Signature']

  // The likeliest, and every thirtieth of the others, because each search is slow.
  const names = Object.keys(knownRequestForms()).filter((_, index) => index < 12 || index % 30 === 0)

  test.each(names)('over %s', name => {
    const form = knownRequestForms()[name]
    if (form === undefined) throw new Error(name)
    const asked = { ...parts, path: `${parts.path}?x=1` }
    const signature = signatureOf(asked, { ...referenceProfile, canonicalRequest: form })
    expect(diagnoseRequest(asked, signature, keys)).toContain(`the canonical request (${name})`)
  })

  test.each([
    ['the path /v1/orders/create', { ...parts, path: '/v1/orders/create' }],
    ['the path /orders/create', { ...parts, path: '/orders/create' }],
    ['the method in lower case', { ...parts, method: 'post' }],
    ['an empty body', { ...parts, body: '' }],
    ['the body written anew', { ...parts, body: '{"b":1,"a":{"d":1,"c":2}}' }],
  ])('with %s', (words, sent) => {
    expect(diagnoseRequest(parts, signatureOf(sent), keys)).toContain(words)
  })

  test('of another key, hash or encoding', () => {
    const bytes = hexToBytes(signatureOf(parts))
    expect(diagnoseRequest(parts, signRequest(parts, other, referenceProfile)['X-OC-Signature'], keys)).toContain(
      'gateway',
    )
    expect(diagnoseRequest(parts, Buffer.from(bytes).toString('base64'), keys)).toContain('compact-base64,')
  })

  test('of another canonical form of the body', () => {
    const dialect = {
      ...referenceProfile,
      canonicalRequest: { body: true } as const,
      canonicalJson: 'top-level' as const,
    }
    expect(diagnoseRequest(parts, signatureOf(parts, dialect), keys)).toContain('top-level')
  })

  test('has no diagnosis if nothing matches', () => {
    expect(diagnoseRequest(parts, signatureOf({ ...parts, nonce: 'n-2' }), keys)).toBeUndefined()
    expect(diagnoseRequest(parts, undefined, keys)).toBeUndefined()
  })
})

describe('possible signers', () => {
  test('the signer is the only key that two signatures have in common', () => {
    const [one = [], two = []] = [proof, { ...proof, txid: 'u' }].map(payload =>
      possibleSigners(payload, signPayload(payload, stranger, referenceProfile), referenceProfile),
    )
    expect(one.filter(publicKey => two.includes(publicKey))).toEqual([stranger.publicKey])
  })

  test('none without a signature', () => {
    expect(possibleSigners(proof, 'zz', referenceProfile)).toEqual([])
    expect(possibleSigners(proof, '0'.repeat(128), referenceProfile)).toEqual([])
  })
})
