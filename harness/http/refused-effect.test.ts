import { expect, test } from 'vitest'
import { referenceProfile } from '../../protocol/profile.ts'
import { generatePrivateKey } from '../../protocol/signature/keys.ts'
import { signPayload } from '../../protocol/signature/payload.ts'
import { Blocked } from '../outcome.ts'
import { effectOf } from './refused-effect.ts'
import { readBody } from './response.ts'
import { createSeen } from './seen.ts'

const key = generatePrivateKey()
const apiUrl = 'http://127.0.0.1:4010/api'

const responseOf = (json: object, status: number, headers: [string, string][] = []) => {
  const bytes = Buffer.from(JSON.stringify(json))
  return {
    ...readBody(bytes),
    bytes,
    status,
    headers,
    truncated: false,
    exchange: '1',
    url: apiUrl,
    method: 'POST',
    arrivedAt: 0,
  }
}

const pageAt = (path: string) => {
  const pages: Record<string, object> = { '/api/checkout/s1': { amount: '5.00' }, '/api/checkout/error': {} }
  return responseOf(pages[path] ?? {}, path in pages ? 200 : 404)
}

/** The effect found after a refusal by a target with one page and one transaction; `accepted`: its response to an earlier request. */
const effectIn = (refusal: ReturnType<typeof responseOf>, accepted: object = {}) => {
  const seen = createSeen('gateway')
  seen.see(responseOf(accepted, 200))
  const metadata = responseOf({ config: { publicKey: key.publicKey } }, 200)
  const target = { apiUrl, baseUrl: apiUrl, ocid: 1001, environment: 'test' as const }
  return effectOf(
    refusal,
    { seen, metadata, profile: referenceProfile, target },
    {
      open: async ({ hostname, pathname }) => {
        if (hostname.startsWith('169.')) throw new Blocked('the target must not lead there')
        return pageAt(pathname)
      },
      shown: ['order-1', '5.00'],
      isNotified: txid => txid === notified.txid,
      verify: async txid => responseOf({ status: txid === 't3' ? 'failed' : 'completed' }, txid === 't2' ? 404 : 200),
    },
  )
}

const notified = { txid: 't4', amount: '2.00' }
const error = { code: 'INVALID_SIGNATURE' }
const proof = { txid: 't2', amount: '1.00' }
const signature = signPayload(proof, key, referenceProfile)
const page = `${apiUrl}/checkout/s1`

test('a refusal that contains a result reveals an effect', async () => {
  expect(await effectIn(responseOf({ error, proof, signature }, 401))).toBe('a proof that the target has signed')
  expect(await effectIn(responseOf({ error, redirect_url: page }, 200))).toBe('a hosted page that opens')
  expect(await effectIn(responseOf({ error }, 303, [['location', page]]))).toBe('a hosted page that opens')
  expect(await effectIn(responseOf({ error, txid: 't1' }, 401))).toContain('a transaction')
})

test.each([
  ['details of the error', { error: { ...error, details: { proof, signature } } }, 'a proof'],
  ['another member', { error, data: [{ redirect_url: `${page}?a=1` }] }, 'a hosted page'],
  [
    'a page of another host, like those of accepted requests',
    { error, url: 'http://pay.example/api/checkout/s1' },
    'a hosted page',
  ],
  ['a txid by another name', { error, id: 't1' }, 'a transaction'],
])('a refusal that holds a result in %s shows an effect', async (_, body, effect) => {
  expect(await effectIn(responseOf(body, 401), { redirect_url: `${apiUrl}/checkout/s0`, txid: 't0' })).toContain(effect)
})

test('a refusal that leads to its transaction reveals an effect', async () => {
  const refusal = responseOf({ error }, 401, [['location', `${apiUrl}/verify/t1`]])
  expect(await effectIn(refusal, { proof: { txid: 't0' } })).toContain('a transaction')
})

test('a page that must not be opened reveals none', async () => {
  const refusal = responseOf({ error, redirect_url: 'http://169.254.169.254/api/checkout/s1' }, 401)
  expect(await effectIn(refusal, { redirect_url: `${apiUrl}/checkout/s0` })).toBeUndefined()
})

test.each([
  ['nothing else', {}, {}],
  ['a value of the request', { order: { id: '1' }, signature: 'ab', txid: 't2' }, {}],
  [
    'the result of an earlier request',
    { txid: 't1', redirect_url: page, proof, signature },
    { txid: 't1', redirect_url: page, proof, signature },
  ],
  [
    'a transaction that a merchant was notified of',
    { txid: 't4', proof: notified, signature: signPayload(notified, key, referenceProfile) },
    {},
  ],
  ['a page that explains it', { redirect_url: 'http://127.0.0.1:4010/help' }, {}],
  ['a page among the hosted ones that explains it', { redirect_url: `${apiUrl}/checkout/error` }, {}],
  ['a transaction that failed', { txid: 't3' }, {}],
  ['a page that does not open', { redirect_url: `${apiUrl}/checkout/s2` }, {}],
  ['a page elsewhere', { redirect_url: 'http://127.0.0.1:4011/api/checkout/s1' }, {}],
  ['anything but a string', { txid: { toString: 1 }, redirect_url: [1], signature: 1, proof }, {}],
])('a refusal with %s shows none', async (_what, members, accepted) => {
  expect(await effectIn(responseOf({ error, ...members }, 400), accepted)).toBeUndefined()
})
