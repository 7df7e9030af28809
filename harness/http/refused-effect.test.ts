import { expect, test } from 'vitest'
import { referenceProfile } from '../../protocol/profile.ts'
import { generatePrivateKey } from '../../protocol/signature/keys.ts'
import { signPayload } from '../../protocol/signature/payload.ts'
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

/** The effect that the refusal shows at a target with one page and one transaction; `accepted`: its response to an earlier request. */
const effectIn = (refusal: ReturnType<typeof responseOf>, accepted: object = {}) => {
  const seen = createSeen('gateway')
  seen.see(responseOf(accepted, 200))
  const metadata = responseOf({ config: { publicKey: key.publicKey } }, 200)
  const target = { apiUrl, baseUrl: apiUrl, ocid: 1001, environment: 'test' as const }
  return effectOf(
    refusal,
    { seen, metadata, profile: referenceProfile, target },
    {
      open: async ({ pathname }) => responseOf({}, pathname === '/api/checkout/s1' ? 200 : 404),
      verify: async txid => responseOf({}, txid === 't1' ? 200 : 404),
    },
  )
}

const error = { code: 'INVALID_SIGNATURE' }
const proof = { txid: 't2', amount: '1.00' }
const signature = signPayload(proof, key, referenceProfile)
const page = `${apiUrl}/checkout/s1`

test('a refusal that holds a result shows an effect', async () => {
  expect(await effectIn(responseOf({ error, proof, signature }, 401))).toBe('a proof that the target has signed')
  expect(await effectIn(responseOf({ error, redirect_url: page }, 200))).toBe('a hosted page that opens')
  expect(await effectIn(responseOf({ error }, 303, [['location', page]]))).toBe('a hosted page that opens')
  expect(await effectIn(responseOf({ error, txid: 't1' }, 401))).toContain('a transaction')
})

test.each([
  ['nothing else', {}, {}],
  ['a value of the request', { order: { id: '1' }, signature: 'ab', txid: 't9' }, {}],
  [
    'the result of an earlier request',
    { txid: 't1', redirect_url: page, proof, signature },
    { txid: 't1', redirect_url: page, proof, signature },
  ],
  ['a page that explains it', { redirect_url: 'http://127.0.0.1:4010/help' }, {}],
  ['a page that does not open', { redirect_url: `${apiUrl}/checkout/s2` }, {}],
  ['a page elsewhere', { redirect_url: 'http://127.0.0.1:4011/api/checkout/s1' }, {}],
  ['anything but a string', { txid: { toString: 1 }, redirect_url: [1], signature: 1, proof }, {}],
])('a refusal with %s shows none', async (_what, members, accepted) => {
  expect(await effectIn(responseOf({ error, ...members }, 400), accepted)).toBeUndefined()
})
