import { describe, test } from 'vitest'
import { canonicalize } from '../../protocol/json/canonical.ts'
import { isObject, type Json, type JsonObject } from '../../protocol/json/json.ts'
import { escapeNonAscii, escapeSlashes } from '../../protocol/json/spellings.ts'
import { verifyRequest } from '../../protocol/request/request.ts'
import { sha256 } from '../../protocol/signature/hash.ts'
import { generatePrivateKey, type PrivateKey } from '../../protocol/signature/keys.ts'
import { verifyPayload } from '../../protocol/signature/payload.ts'
import { encodeSignature } from '../../protocol/signature/signature.ts'
import type { GatewayPolicies } from '../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../reference/gateway/policies.ts'
import { certifyReference } from '../certify.ts'

/** Signs a proof with one mistake. */
type Sign = (payload: JsonObject, key: PrivateKey) => string

const signText = (text: string, key: PrivateKey): string => encodeSignature(key.sign(sha256(text)))

const anotherKey = generatePrivateKey()

const sortTopLevel = (payload: JsonObject): string =>
  JSON.stringify(Object.fromEntries(Object.entries(payload).toSorted(([a], [b]) => (a < b ? -1 : 1))))

const mistakes: Readonly<Record<string, readonly [Sign, sentence: string]>> = {
  'another key': [
    payload => signText(canonicalize(payload), anotherKey),
    'It was made with a different key than the published one',
  ],
  'the hash of the hash': [
    (payload, key) => encodeSignature(key.sign(sha256(sha256(canonicalize(payload))))),
    'hashed with double SHA-256',
  ],
  'nested keys as they come': [(payload, key) => signText(sortTopLevel(payload), key), 'canonical JSON (top-level)'],
  'a list of keys': [
    (payload, key) => signText(JSON.stringify(payload, Object.keys(payload).sort()), key),
    'canonical JSON (key-list)',
  ],
  'a member left out': [
    ({ timestamp: _, ...payload }, key) => signText(canonicalize(payload), key),
    'canonical JSON without the member timestamp',
  ],
  'UTF-16 instead of UTF-8': [
    (payload, key) => encodeSignature(key.sign(sha256(new Uint8Array(Buffer.from(canonicalize(payload), 'utf16le'))))),
    'UTF-16 (little-endian)',
  ],
  'escaped slashes': [(payload, key) => signText(escapeSlashes(canonicalize(payload)), key), 'that escapes slash'],
  'escaped letters': [(payload, key) => signText(escapeNonAscii(canonicalize(payload)), key), 'that escapes non-ascii'],
  'an amount that is a number': [
    (payload, key) => signText(canonicalize({ ...payload, amount: Number(payload.amount) }), key),
    'with the member amount as a number',
  ],
  's before r': [
    (payload, key) => {
      const signature = signText(canonicalize(payload), key)
      return signature.slice(64) + signature.slice(0, 64)
    },
    'with s before r',
  ],
}

/** A proof that reveals every mistake: unsorted nested members, a slash, a letter beyond ASCII. */
const proofWithEverything: GatewayPolicies['proofOfTransfer'] = (request, gateway) => {
  const proof = gatewayPolicies.proofOfTransfer(request, gateway)
  const from = { reference: proof.from.reference, ocid: proof.from.ocid }
  return { ...proof, memo: 'Müller/Söhne', from } as typeof proof
}

const signProofsWith = (signs: Sign): Partial<GatewayPolicies> => ({
  proofOfTransfer: proofWithEverything,
  signPayload: (payload: Json, key) => (isObject(payload) ? signs(payload, key) : ''),
})

const messagesOf = async (policies: Partial<GatewayPolicies>, only: string[]): Promise<string> => {
  const { report } = await certifyReference({ policies: { gateway: policies } }, { only })
  const tried = report.checks.filter(({ verdict }) => verdict !== 'not-selected')
  return tried.map(({ message, reason }) => message ?? reason ?? '').join('\n')
}

describe('the report names each signing mistake', () => {
  test.concurrent.for(Object.entries(mistakes))('%s', async ([, [signs, sentence]], { expect }) => {
    expect(await messagesOf(signProofsWith(signs), ['SIG-04', 'VERIFY-*'])).toContain(sentence)
  })
})

describe('if a correct signature is refused, the report names the text that is accepted', () => {
  const verifiers: [string, Partial<GatewayPolicies>, string][] = [
    [
      'a request without its body',
      { verifyRequest: (parts, signer) => verifyRequest({ ...parts, body: '' }, signer) },
      'The target accepts it when it is signed over an empty body.',
    ],
    [
      'an order over its key list',
      {
        verifyPayload: (payload, signature, { publicKey, dialect }) =>
          verifyPayload(payload, signature, { publicKey, dialect: { ...dialect, canonicalJson: 'key-list' } }),
      },
      'The target accepts it when it is signed over canonical JSON (key-list), as the signature of the order.',
    ],
  ]
  test.concurrent.for(verifiers)('%s', async ([, policies, sentence], { expect }) => {
    expect(await messagesOf(policies, ['CHECKOUT-01'])).toContain(sentence)
  })
})
