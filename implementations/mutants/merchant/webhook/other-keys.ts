import { verifyPayload } from '../../../../protocol/signature/payload.ts'
import type { Merchant, MerchantPolicies } from '../../../../reference/merchant/contract.ts'
import { merchantPolicies } from '../../../../reference/merchant/policies.ts'
import { documentTimeoutMs } from '../../../../reference/service/guarded-client.ts'
import type { SignedProof } from '../../../../schemas/messages.ts'
import { rememberSender, senderOfRequest } from '../../../support/sender.ts'
import type { Mutant } from '../../mutant.ts'

const isSignedWith = (publicKey: string | undefined, { proof, signature }: SignedProof, merchant: Merchant): boolean =>
  publicKey !== undefined && verifyPayload(proof, signature, { publicKey, dialect: merchant.profile })

const publishedKeyOf = ({ proof }: SignedProof, merchant: Merchant): Promise<string | undefined> =>
  merchant.keyCache.get(proof.issuer, merchant)

/** Returns the status of the response to a request for an issuer's metadata; 0 if it is unreachable. */
const statusOf = (issuer: number, { directory }: Merchant): Promise<number> =>
  fetch(directory.metadataAddresses.get(issuer) ?? '', { signal: AbortSignal.timeout(documentTimeoutMs) })
    .then(({ status }) => status)
    .catch(() => 0)

/** Issuers whose metadata was unavailable once, by merchant. */
const suspended = new WeakMap<Merchant, Set<number>>()

const suspendedAt = (merchant: Merchant): Set<number> => {
  const issuers = suspended.get(merchant) ?? new Set<number>()
  suspended.set(merchant, issuers)
  return issuers
}

/** Faults in which another key is used instead of the one that an issuer publishes (WEBHOOK-11, WEBHOOK-19). */
export const otherKeyMutants: readonly Mutant<MerchantPolicies>[] = [
  {
    name: 'where the metadata of an issuer cannot be had its registered key counts',
    breaks: 'WEBHOOK-19',
    story: 'publishedKey ?? registeredKey, so that no payment is lost while a metadata server is down.',
    policies: {
      isSignedByIssuer: async (signed, merchant) => {
        const registered = merchant.directory.callerKeys.get(signed.proof.issuer)
        return isSignedWith((await publishedKeyOf(signed, merchant)) ?? registered, signed, merchant)
      },
    },
  },
  {
    name: 'where the metadata of an issuer cannot be had the key of the sender counts',
    breaks: 'WEBHOOK-19',
    story: 'The key that verified the request was available.',
    policies: {
      isSignedByIssuer: async (signed, merchant) => {
        const ofSender = merchant.directory.callerKeys.get(senderOfRequest())
        return isSignedWith((await publishedKeyOf(signed, merchant)) ?? ofSender, signed, merchant)
      },
    },
    prepare: rememberSender,
  },
  {
    name: 'a proof is believed while the metadata server of its issuer has an error',
    breaks: 'WEBHOOK-19',
    story: 'status >= 500 is retried, and after the last attempt the caller gets the benefit of the doubt.',
    policies: {
      isSignedByIssuer: async (signed, merchant) =>
        (await merchantPolicies.isSignedByIssuer(signed, merchant)) ||
        (await statusOf(signed.proof.issuer, merchant)) >= 500,
    },
  },
  {
    name: 'the registered key of an issuer is as good as the published one',
    breaks: 'WEBHOOK-11',
    story: 'A second attempt with the registered key, from when issuers changed theirs without notice.',
    policies: {
      isSignedByIssuer: async (signed, merchant) => {
        const published = await publishedKeyOf(signed, merchant)
        if (published === undefined) return false
        const keys = [published, merchant.directory.callerKeys.get(signed.proof.issuer)]
        return keys.some(key => isSignedWith(key, signed, merchant))
      },
    },
  },
  {
    name: 'an issuer whose metadata could not be had once is suspended for good',
    breaks: 'WEBHOOK-11',
    story: 'A circuit breaker that opens at the first failure, and that only the office closes.',
    policies: {
      isSignedByIssuer: async (signed, merchant) => {
        const published = await publishedKeyOf(signed, merchant)
        if (published === undefined) suspendedAt(merchant).add(signed.proof.issuer)
        return !suspendedAt(merchant).has(signed.proof.issuer) && isSignedWith(published, signed, merchant)
      },
    },
  },
]
