import type { Dialect } from '../../../../protocol/profile.ts'
import { verifyPayload } from '../../../../protocol/signature/payload.ts'
import { keyOfDocument, publishedKey } from '../../../../reference/every-role/metadata/peer-key.ts'
import type { Merchant, MerchantPolicies } from '../../../../reference/merchant/contract.ts'
import { merchantPolicies } from '../../../../reference/merchant/policies.ts'
import { fetchDocument } from '../../../../reference/service/guarded-client.ts'
import type { Messages, SignedProof } from '../../../../schemas/messages.ts'
import type { Mutant } from '../../mutant.ts'

const isSignedWith = (publicKey: string | undefined, { proof, signature }: SignedProof, merchant: Merchant): boolean =>
  publicKey !== undefined && verifyPayload(proof, signature, { publicKey, dialect: merchant.profile })

/** Reads the key of a metadata document without verifying its signature. */
const readUnverifiedKey: MerchantPolicies['publishedKey'] = async (issuer, { directory, ports }) => {
  const text = await fetchDocument(ports, directory.metadataAddresses.get(issuer) ?? '').catch(() => '{}')
  return /"publicKey":"([0-9a-f]{128})"/.exec(text)?.[1]
}

/**
 * Returns the key beside the config of a document, if it has one and the document is signed with it. Throws if the text is not JSON.
 */
const outerKeyOf = (text: string, dialect: Dialect): string | undefined => {
  const { config, publicKey, signature } = JSON.parse(text) as Messages['metadata'] & { publicKey?: string }
  const isSigned = publicKey !== undefined && verifyPayload(config, signature, { publicKey, dialect })
  return isSigned ? publicKey : undefined
}

/** Reads the key beside the config of a metadata document, or else the one inside it. */
const readOuterKey: MerchantPolicies['publishedKey'] = async (issuer, merchant) => {
  const { directory, ports, profile } = merchant
  const outer = await fetchDocument(ports, directory.metadataAddresses.get(issuer) ?? '')
    .then(text => outerKeyOf(text, profile))
    .catch(() => undefined)
  return outer ?? publishedKey(issuer, merchant)
}

/** Returns whether an issuer has a metadata document without a key. */
const hasNoKey = async (issuer: number, { directory, ports }: Merchant): Promise<boolean> => {
  const text = await fetchDocument(ports, directory.metadataAddresses.get(issuer) ?? '').catch(() => '"publicKey"')
  return /"config":/.test(text) && !/"publicKey"/.test(text)
}

/** Reads the key of a metadata document without a timeout. */
const awaitKey: MerchantPolicies['publishedKey'] = async (issuer, { directory, profile }) => {
  const address = directory.metadataAddresses.get(issuer) ?? ''
  return fetch(address)
    .then(response => response.text())
    .then(text => keyOfDocument(text, profile))
    .catch(() => undefined)
}

/** The keys of issuers, by merchant. */
const keyRings = new WeakMap<Merchant, Map<number, Set<string>>>()

const keysOf = (issuer: number, merchant: Merchant): Set<string> => {
  const rings = keyRings.get(merchant) ?? new Map<number, Set<string>>()
  const keys = rings.get(issuer) ?? new Set<string>()
  keyRings.set(merchant, rings.set(issuer, keys))
  return keys
}

/** Faults in the source of an issuer's key (WEBHOOK-11, WEBHOOK-12, WEBHOOK-14). */
export const issuerKeyMutants: readonly Mutant<MerchantPolicies>[] = [
  {
    name: 'the key of an issuer is the one of its registration',
    breaks: 'WEBHOOK-11',
    alsoBreaks: ['WEBHOOK-19'],
    story: 'The key was copied at set-up; only the name is read from the document.',
    policies: {
      isSignedByIssuer: async (signed, merchant) => {
        await publishedKey(signed.proof.issuer, merchant)
        return isSignedWith(merchant.directory.callerKeys.get(signed.proof.issuer), signed, merchant)
      },
    },
  },
  {
    name: 'old keys of an issuer stay good beside the new one',
    breaks: 'WEBHOOK-11',
    story: 'Keys are added to a key ring, so that proofs in transit survive a change, and nothing removes them.',
    policies: {
      isSignedByIssuer: async (signed, merchant) => {
        const keys = keysOf(signed.proof.issuer, merchant)
        const key = await publishedKey(signed.proof.issuer, merchant)
        if (key !== undefined) keys.add(key)
        return [...keys].some(publicKey => isSignedWith(publicKey, signed, merchant))
      },
    },
  },
  {
    name: 'the first key of an issuer is kept for good',
    breaks: 'WEBHOOK-14',
    story: 'INSERT … ON CONFLICT DO NOTHING: the document is read again, but the new key never replaces the old one.',
    policies: {
      isSignedByIssuer: async (signed, merchant) => {
        const keys = keysOf(signed.proof.issuer, merchant)
        const key = await publishedKey(signed.proof.issuer, merchant)
        if (key !== undefined && keys.size === 0) keys.add(key)
        return [...keys].some(publicKey => isSignedWith(publicKey, signed, merchant))
      },
    },
  },
  {
    name: 'a key in capital letters counts as absent',
    breaks: 'WEBHOOK-11',
    story: '/^[0-9a-f]{128}$/, since all keys at the time were in lower case.',
    policies: {
      publishedKey: async (issuer, merchant) => {
        const key = await publishedKey(issuer, merchant)
        return key === key?.toLowerCase() ? key : undefined
      },
    },
  },
  {
    name: 'whoever disturbs the lookup is believed',
    breaks: 'WEBHOOK-19',
    alsoBreaks: ['WEBHOOK-12'],
    story: 'catch { return true }: no payment should be lost while a metadata server is down.',
    policies: {
      isSignedByIssuer: async (signed, merchant) => {
        const key = await publishedKey(signed.proof.issuer, merchant)
        return key === undefined || merchantPolicies.isSignedByIssuer(signed, merchant)
      },
    },
  },
  {
    name: 'a proof of an issuer without a key is believed',
    breaks: 'WEBHOOK-19',
    alsoBreaks: ['WEBHOOK-12'],
    story: 'if (config.publicKey) { verify() }, for partners from before keys were published.',
    policies: {
      isSignedByIssuer: async (signed, merchant) =>
        (await hasNoKey(signed.proof.issuer, merchant)) || merchantPolicies.isSignedByIssuer(signed, merchant),
    },
  },
  {
    name: 'the metadata of an issuer is taken unsigned',
    breaks: 'WEBHOOK-12',
    story: 'The document is fetched over TLS, so its signature is not verified.',
    policies: { publishedKey: readUnverifiedKey },
  },
  {
    name: 'a key beside the config of an issuer comes before the one in it',
    breaks: 'WEBHOOK-12',
    story: 'metadata.publicKey ?? metadata.config.publicKey, since partners put it in either place.',
    policies: { publishedKey: readOuterKey },
  },
  {
    name: 'the metadata of an issuer is waited for without an end',
    breaks: 'WEBHOOK-12',
    story: 'fetch(address), without a signal.',
    policies: { publishedKey: awaitKey, keyCacheTtlMs: 0 },
  },
]
