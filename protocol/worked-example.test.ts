import { bytesToHex } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { canonicalize } from './json/canonical.ts'
import { parseStrict } from './json/json.ts'
import { referenceProfile } from './profile.ts'
import { canonicalRequest, signRequest, verifyRequest } from './request/request.ts'
import { referenceRequestForm } from './request/request-form.ts'
import { sha256Hex } from './signature/hash.ts'
import { PrivateKey } from './signature/keys.ts'
import { payloadHash, signPayload, verifyPayload } from './signature/payload.ts'

// The example that implementers of the authentication layer are given, step by step.
const key = new PrivateKey('1'.padStart(64, '0'))
const body = '{"b":1,"a":"é"}'
const parts = {
  method: 'POST',
  path: '/api/v1/orders/create?x=1',
  ocid: '6001',
  timestamp: '1700000000',
  nonce: 'n-1',
  body,
}
const requestSignature =
  '9bc940e68ac9e7ae25f7ae08d8d8acacc6b7caa233a6a4e326e8e4951b5944e632ac22a27ef0e6a993fb2906a2460462b47d9198445fd6d0b1ce2cd96b0d1dd5'
const payloadSignature =
  '98cf47323fa6f52807d60ed9bbd6563dcc504f0caa42b6bd240264c66e1a573e39a892d40cfe31f6eb1d916ee590c7a4af3a482e033cc31be8456d54c1aaae5d'
const signer = { publicKey: key.publicKey, dialect: referenceProfile }

test('public key', () => {
  expect(key.publicKey).toBe(
    '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8',
  )
})

test('SHA-256 of the body', () => {
  expect(sha256Hex(body)).toBe('763b30b943411fdf63233e3efb0d4068c1e60276f92f43a57909712f567befba')
})

test('SHA-256 of the canonical request', () => {
  const text = canonicalRequest(parts, referenceRequestForm)
  expect(text).toBe(`POST\n/api/v1/orders/create?x=1\n6001\n1700000000\nn-1\n${sha256Hex(body)}`)
  expect(sha256Hex(text)).toBe('faa3971a8a59fa00db6be57d84bdc6d9977df8131d44b0363f1cbda840537cd6')
})

test('the four headers', () => {
  expect(signRequest(parts, key, referenceProfile)).toEqual({
    'X-OC-ID': '6001',
    'X-OC-Timestamp': '1700000000',
    'X-OC-Nonce': 'n-1',
    'X-OC-Signature': requestSignature,
  })
  expect(verifyRequest({ ...parts, signature: requestSignature }, signer)).toBe(true)
  expect(verifyRequest({ ...parts, body: Buffer.from(body), signature: requestSignature }, signer)).toBe(true)
})

test('the body as a payload', () => {
  const payload = parseStrict(body)
  expect(canonicalize(payload)).toBe('{"a":"é","b":1}')
  expect(bytesToHex(payloadHash(payload, referenceProfile))).toBe(
    'aa58fba8483623bed37c1b02edfccbdd9a53123837c20bfa4cb4049993a2872e',
  )
  expect(signPayload(payload, key, referenceProfile)).toBe(payloadSignature)
  expect(verifyPayload(payload, payloadSignature, signer)).toBe(true)
})
