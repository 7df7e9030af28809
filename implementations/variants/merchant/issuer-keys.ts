import { verifyPayload } from '../../../protocol/signature/payload.ts'
import { publishedKey } from '../../../reference/every-role/metadata/peer-key.ts'
import type { Merchant, MerchantPolicies } from '../../../reference/merchant/contract.ts'
import { merchantPolicies } from '../../../reference/merchant/policies.ts'
import type { Variant } from '../variant.ts'

/** Keys of issuers, by merchant. */
const keptKeys = new WeakMap<Merchant, Map<number, string | undefined>>()

/** Verifies with the stored key; if that fails, reads the document again in the background, for the next proof. */
const verifyWithKeptKey: MerchantPolicies['isSignedByIssuer'] = async ({ proof, signature }, merchant) => {
  const kept = keptKeys.get(merchant) ?? new Map<number, string | undefined>()
  keptKeys.set(merchant, kept)
  const reading = async () => void kept.set(proof.issuer, await publishedKey(proof.issuer, merchant))
  if (kept.get(proof.issuer) === undefined) await reading()
  const publicKey = kept.get(proof.issuer)
  const isSigned = publicKey !== undefined && verifyPayload(proof, signature, { publicKey, dialect: merchant.profile })
  if (!isSigned) void reading()
  return isSigned
}

/** When readings of issuers' metadata failed, in milliseconds, by merchant. */
const failures = new WeakMap<Merchant, Map<number, number>>()

const failedMs = 600_000

/** Verifies with the published key; after a failed reading of an issuer's metadata, does not try again for a while. */
const verifyUnlessFailed: MerchantPolicies['isSignedByIssuer'] = async ({ proof, signature }, merchant) => {
  const failed = failures.get(merchant) ?? new Map<number, number>()
  failures.set(merchant, failed)
  if (merchant.ports.now() - (failed.get(proof.issuer) ?? Number.NEGATIVE_INFINITY) < failedMs) return false
  const publicKey = await merchant.keyCache.get(proof.issuer, merchant)
  if (publicKey === undefined) failed.set(proof.issuer, merchant.ports.now())
  return publicKey !== undefined && verifyPayload(proof, signature, { publicKey, dialect: merchant.profile })
}

/** The last key of each issuer, by merchant. */
const lastKeys = new WeakMap<Merchant, Map<number, string>>()

const lastKeysOf = (merchant: Merchant): Map<number, string> => {
  const keys = lastKeys.get(merchant) ?? new Map<number, string>()
  lastKeys.set(merchant, keys)
  return keys
}

/** Reads the key of an issuer; the last one stays valid while its metadata is unavailable. */
const readOrKeep = async (issuer: number, merchant: Merchant): Promise<string | undefined> => {
  const key = await merchant.keyCache.get(issuer, merchant)
  if (key !== undefined) lastKeysOf(merchant).set(issuer, key)
  return lastKeysOf(merchant).get(issuer)
}

/** Other ways to obtain and keep the keys of issuers. */
export const issuerKeyVariants: readonly Variant<MerchantPolicies>[] = [
  {
    name: 'the issuer is looked up for every proof',
    story: 'Without a cache nothing is stale.',
    policies: { keyCacheTtlMs: 0 },
  },
  {
    name: 'keys of issuers are held for two seconds',
    story: 'An issuer gets one request at a time, however many proofs arrive.',
    policies: { keyCacheTtlMs: 2_000 },
  },
  {
    name: 'keys of issuers are cached forever',
    story: 'The cache has no expiry.',
    policies: { keyCacheTtlMs: Number.POSITIVE_INFINITY },
  },
  {
    name: 'keys of issuers are cached forever, those of callers not at all',
    story: 'Two parts of the shop have two caches.',
    policies: { keyCacheTtlMs: Number.POSITIVE_INFINITY, callerKey: publishedKey },
  },
  {
    name: 'a new key counts once it was read in the background',
    story: 'Stale while revalidate.',
    policies: { isSignedByIssuer: verifyWithKeptKey },
  },
  {
    name: 'an issuer whose metadata could not be had is not read again for ten minutes',
    story: 'A circuit breaker.',
    policies: { isSignedByIssuer: verifyUnlessFailed },
  },
  {
    name: 'the metadata of all issuers is read with every order, and the last key stays good while one cannot be had',
    story: 'Proofs of accepted gateways must verify even while a metadata server is down.',
    policies: {
      newOrder: creation => {
        for (const issuer of creation.merchant.issuers) void readOrKeep(issuer, creation.merchant)
        return merchantPolicies.newOrder(creation)
      },
      isSignedByIssuer: async ({ proof, signature }, merchant) => {
        const publicKey = await readOrKeep(proof.issuer, merchant)
        return publicKey !== undefined && verifyPayload(proof, signature, { publicKey, dialect: merchant.profile })
      },
    },
  },
]
