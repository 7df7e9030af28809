import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../../protocol/json/json.ts'
import { referenceProfile } from '../../protocol/profile.ts'
import { generatePrivateKey } from '../../protocol/signature/keys.ts'
import { signPayload } from '../../protocol/signature/payload.ts'
import { diagnoseRefusal } from './refusal-diagnosis.ts'
import type { HttpResponse } from './response.ts'

const key = generatePrivateKey()
const proof: JsonObject = { txid: 't', amount: '1.00', currency: 'USD' }
const body: JsonObject = { proof, signature: signPayload(proof, key, referenceProfile) }
const parts = { method: 'POST', path: '/p', ocid: '1', timestamp: '2', nonce: '3', body: JSON.stringify(body) }

const answered = (status: number, json: Json): HttpResponse => ({
  status,
  headers: [],
  bytes: new Uint8Array(),
  text: '',
  json,
  truncated: false,
  exchange: '1',
  url: 'http://127.0.0.1/',
  arrivedAt: 0,
})

const refusal = answered(400, { error: { code: 'PROOF_SIGNATURE_INVALID', message: '', details: {} } })

/** What is said of a proof that was refused, at a target that takes those bodies. */
const diagnosisAt = (isTaken: (body: Json) => boolean): Promise<string | undefined> =>
  diagnoseRefusal(refusal, {
    parts,
    key,
    dialect: referenceProfile,
    signedOver: async () => refusal,
    withBody: async sent => (isTaken(sent) ? answered(200, {}) : refusal),
  })

const isSame = (sent: Json): boolean => JSON.stringify(sent) === JSON.stringify(body)

test('a refusal that does not come back is no matter of signatures', async () => {
  expect(await diagnosisAt(isSame)).toBe('The target accepts the same when it is sent again.')
})

test('a proof that is taken with another signature names what was signed', async () => {
  expect(await diagnosisAt(sent => !isSame(sent))).toMatch(
    /^The target accepts it when it is signed over .*the proof\.$/,
  )
})

test('a proof that is never taken has no explanation', async () => {
  expect(await diagnosisAt(() => false)).toBeUndefined()
})
