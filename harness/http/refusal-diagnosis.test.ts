import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { type Json, type JsonObject, memberOf } from '../../protocol/json/json.ts'
import { type Dialect, referenceProfile } from '../../protocol/profile.ts'
import { likelyRequestForms } from '../../protocol/request/likely-request-forms.ts'
import { generatePrivateKey } from '../../protocol/signature/keys.ts'
import { signPayload } from '../../protocol/signature/payload.ts'
import { diagnoseRefusal } from './refusal-diagnosis.ts'
import { responseWith } from './response.test.fixture.ts'
import type { HttpResponse } from './response.ts'

const key = generatePrivateKey()
const proof: JsonObject = { txid: 't', amount: '1.00', currency: 'USD' }
const body: JsonObject = { proof, signature: signPayload(proof, key, referenceProfile) }
const parts = { method: 'POST', path: '/p', ocid: '1', timestamp: '2', nonce: '3', body: JSON.stringify(body) }

const answered = (status: number, json: Json): HttpResponse => responseWith({ status, json })

const refusal = answered(400, { error: { code: 'PROOF_SIGNATURE_INVALID', message: '', details: {} } })

/** Diagnoses a refused proof at a target that accepts certain bodies. */
const diagnosisAt = (isTaken: (body: Json) => boolean): Promise<string | undefined> =>
  diagnoseRefusal(refusal, {
    parts,
    key,
    dialect: referenceProfile,
    signedOver: async () => refusal,
    withBody: async sent => (isTaken(sent) ? answered(200, {}) : refusal),
  })

const isSame = (sent: Json): boolean => JSON.stringify(sent) === JSON.stringify(body)

test('a refusal that does not recur is not about signatures', async () => {
  expect(await diagnosisAt(isSame)).toBe('The target accepts the same when it is sent again.')
})

const signatureIn = (sent: Json): string => String(memberOf(sent, 'signature'))

test('a proof that is accepted with another signature names the signed content', async () => {
  const isHex = (sent: Json) => /^[0-9a-f]{128}$/.test(signatureIn(sent))
  expect(await diagnosisAt(sent => !isSame(sent) && isHex(sent))).toMatch(
    /^The target accepts it when it is signed over .*the proof\.$/,
  )
})

test('a proof that is accepted with its signature in another encoding names both', async () => {
  expect(await diagnosisAt(sent => signatureIn(sent).length === 88)).toBe(
    'The target accepts it when it is signed with the signature of the proof as compact-base64; the profile of the run says compact-hex.',
  )
})

test.each([
  ['another encoding of its header', { headerSignatureEncoding: 'der-base64' }, 'with X-OC-Signature as der-base64'],
  ['another canonical request', likelyRequestForms()[1]?.form, 'over a different canonical request'],
] as const)('a request that is taken in %s names it', async (_, taken, sentence) => {
  const isTaken = (dialect?: Dialect) =>
    dialect !== undefined &&
    [dialect.canonicalRequest, { headerSignatureEncoding: dialect.headerSignatureEncoding }].some(choice =>
      isDeepStrictEqual(choice, taken),
    )
  const refused = answered(401, { error: { code: 'INVALID_SIGNATURE', message: '', details: {} } })
  const said = await diagnoseRefusal(refused, {
    parts,
    key,
    dialect: referenceProfile,
    signedOver: async (_parts, dialect) => (isTaken(dialect) ? answered(200, {}) : refused),
    withBody: async () => refused,
  })
  expect(said).toContain(`The target accepts it when it is signed ${sentence}`)
})

test('a proof that is never accepted has no explanation', async () => {
  expect(await diagnosisAt(() => false)).toBeUndefined()
})
