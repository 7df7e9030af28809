import { canonicalize } from '../../../../protocol/json/canonical.ts'
import { isObject, type Json, type JsonObject } from '../../../../protocol/json/json.ts'
import { verifyPayload } from '../../../../protocol/signature/payload.ts'
import type { CommonPolicies } from '../../../../reference/every-role/contract.ts'
import { authenticatedRoles, perRole, type SharedMutant } from '../shared-mutant.ts'
import { keepReceivedTexts, receivedText, type TextOf, verifyText } from './signed-text.ts'

const sortByFirstLetter: TextOf = payload => {
  const initial = (name: string) => name.charCodeAt(0)
  const members = Object.entries(isObject(payload) ? payload : {}).sort(([a], [b]) => initial(a) - initial(b))
  return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${canonicalize(value)}`).join(',')}}`
}

/** Writes the canonical text, with strings as they were received. */
const keepReceivedEscapes: TextOf = payload => {
  const tokens = receivedText(payload).match(/"(?:[^"\\]|\\.)*"/g) ?? []
  const write = (text: string, token: string) => text.replaceAll(JSON.stringify(JSON.parse(token)), () => token)
  return [...new Set(tokens)].reduce(write, canonicalize(payload))
}

const isEmpty = (value: Json): boolean => value === '' || (Array.isArray(value) && value.length === 0)

const withoutEmpty = (payload: Json): JsonObject =>
  Object.fromEntries(Object.entries(isObject(payload) ? payload : {}).filter(([, value]) => !isEmpty(value)))

/** Texts that were verified before, in lower case. */
const verifiedTexts = new Set<string>()

/** Signatures that were verified before. */
const verifiedSignatures = new Set<unknown>()

const omit = (payload: Json, member: string): JsonObject => {
  const { [member]: _dropped, ...rest } = isObject(payload) ? payload : {}
  return rest
}

/** Removes the members that orders and proofs lacked in their first version. */
const firstVersionOf = (payload: Json): JsonObject => {
  const { items, from, ...rest } = isObject(payload) ? payload : {}
  return {
    ...rest,
    ...(Array.isArray(items) ? { items: items.map(item => omit(item, 'id')) } : {}),
    ...(isObject(from) ? { from: omit(from, 'reference') } : {}),
  }
}

/** Also accepts a signature over an earlier version of the payload. */
const acceptSignatureOf = (earlier: (payload: Json) => Json): Pick<CommonPolicies, 'verifyPayload'> => ({
  verifyPayload: (payload, signature, signer) =>
    verifyPayload(payload, signature, signer) || verifyPayload(earlier(payload), signature, signer),
})

/** Also accepts a signature over any of several other versions of the payload. */
const acceptSignatureOfAny = (others: (payload: JsonObject) => Json[]): Pick<CommonPolicies, 'verifyPayload'> => ({
  verifyPayload: (payload, signature, signer) =>
    verifyPayload(payload, signature, signer) ||
    (isObject(payload) && others(payload).some(other => verifyPayload(other, signature, signer))),
})

/** The OCID of the gateways in the self-test. */
const ownOcid = 1001

/** Returns whether a payload is between 30 and 600 seconds old. */
const isLate = (payload: Json): boolean => {
  const { createdAt, timestamp = createdAt } = isObject(payload) ? payload : {}
  const age = Date.now() / 1000 - Number(timestamp)
  return age > 30 && age < 600
}

/** Faults in the coverage of the signature of an order or a proof (SIG-01 to SIG-03, SIG-10). */
export const signatureCoverageMutants: readonly SharedMutant[] = [
  {
    name: 'keys are not sorted before a payload is verified',
    roles: authenticatedRoles,
    breaks: 'SIG-01',
    story: 'JSON.stringify(payload), which worked with every client that sorts its keys.',
    policies: verifyText(payload => JSON.stringify(payload)),
  },
  {
    name: 'keys are sorted by their first letter',
    roles: authenticatedRoles,
    breaks: 'SIG-01',
    story: 'sort((a, b) => a.charCodeAt(0) - b.charCodeAt(0)).',
    policies: verifyText(sortByFirstLetter),
  },
  {
    name: 'payloads are verified over their received text',
    roles: authenticatedRoles,
    breaks: 'SIG-02',
    alsoBreaks: ['SIG-01'],
    story: 'The raw text was available, so it was not serialized again.',
    policies: { ...keepReceivedTexts, ...verifyText(receivedText) },
  },
  {
    name: 'strings are verified with the escapes that they came with',
    roles: authenticatedRoles,
    breaks: 'SIG-02',
    story: 'A home-grown parser copies strings from quote to quote.',
    policies: { ...keepReceivedTexts, ...verifyText(keepReceivedEscapes) },
  },
  {
    name: 'empty members may be missing in what is signed',
    roles: authenticatedRoles,
    breaks: 'SIG-03',
    story: 'An early omitempty, since some clients are written in Go.',
    policies: acceptSignatureOf(withoutEmpty),
  },
  {
    name: 'what was verified is known by its letters, whatever their case',
    roles: ['merchant'],
    breaks: 'SIG-03',
    story: 'The column of the cache has a collation that ignores case.',
    policies: {
      verifyPayload: (payload, signature, signer) => {
        const key = `${canonicalize(payload)} ${signature} ${signer.publicKey}`.toLowerCase()
        const isValid = verifiedTexts.has(key) || verifyPayload(payload, signature, signer)
        if (isValid) verifiedTexts.add(key)
        return isValid
      },
    },
  },
  {
    name: 'the signature may be older than the memo',
    roles: authenticatedRoles,
    breaks: 'SIG-03',
    story: 'The memo came with version two, and signatures of version one are still accepted.',
    policies: acceptSignatureOf(payload => omit(payload, 'memo')),
  },
  {
    name: 'blanks at the end of a memo are not signed',
    roles: authenticatedRoles,
    breaks: 'SIG-03',
    kind: 'confusables',
    story: 'Forms add a blank at times, and customers complained.',
    policies: acceptSignatureOf(payload =>
      isObject(payload) && typeof payload.memo === 'string' ? { ...payload, memo: payload.memo.trimEnd() } : payload,
    ),
  },
  {
    name: 'a gateway may be added to an order after signing',
    roles: ['gateway'],
    breaks: 'SIG-03',
    kind: 'confusables',
    story: 'Orders signed before the gateway joined are accepted too.',
    policies: acceptSignatureOfAny(({ accepts, ...payload }) =>
      Array.isArray(accepts) ? [{ ...payload, accepts: accepts.filter(ocid => ocid !== ownOcid) }] : [],
    ),
  },
  {
    name: 'the last of four items or more is not signed',
    roles: ['gateway'],
    breaks: 'SIG-10',
    kind: 'ends',
    story: 'Shops may add shipping costs to a signed cart.',
    policies: acceptSignatureOfAny(({ items, ...payload }) =>
      Array.isArray(items) && items.length > 3 ? [{ ...payload, items: items.slice(0, -1) }] : [],
    ),
  },
  ...perRole(
    {
      name: 'a signature that was good once is good',
      breaks: 'SIG-03',
      story: 'The cache of verified signatures is keyed by the signature, without the payload.',
      policies: {
        verifyPayload: (payload, signature, signer) => {
          if (verifiedSignatures.has(signature)) return true
          const isGood = verifyPayload(payload, signature, signer)
          if (isGood) verifiedSignatures.add(signature)
          return isGood
        },
      },
    },
    { gateway: [], merchant: ['WEBHOOK-03'] },
  ),
  {
    name: 'late payloads are not verified',
    roles: authenticatedRoles,
    breaks: 'SIG-03',
    story: 'Whatever is a minute old must be a retry, and was verified the first time.',
    policies: {
      verifyPayload: (payload, signature, signer) => isLate(payload) || verifyPayload(payload, signature, signer),
    },
  },
  {
    name: 'nested members may be added after signing',
    roles: authenticatedRoles,
    breaks: 'SIG-10',
    story: 'Earlier versions had fewer members, and their signatures are still accepted.',
    policies: acceptSignatureOf(firstVersionOf),
  },
  {
    name: 'nested members are not signed',
    roles: authenticatedRoles,
    breaks: 'SIG-10',
    story: 'JSON.stringify(value, Object.keys(value).sort()) drops nested members whose names do not occur at the top.',
    profile: { canonicalJson: 'key-list' },
  },
]
