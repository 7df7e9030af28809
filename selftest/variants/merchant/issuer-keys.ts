import { verifyPayload } from '../../../protocol/signature/payload.ts'
import { publishedKey } from '../../../reference/every-role/metadata/published-key.ts'
import type { Merchant, MerchantPolicies } from '../../../reference/merchant/contract.ts'
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

/** Other ways to obtain and to keep the keys of issuers. */
export const issuerKeyVariants: readonly Variant<MerchantPolicies>[] = [
  {
    name: 'the issuer is looked up for every proof',
    story: 'Without a cache nothing is stale.',
    policies: { keyCacheTtlMs: 0 },
  },
  {
    name: 'keys of issuers are held for two seconds',
    story: 'An issuer gets one request at a time, however many proofs come.',
    policies: { keyCacheTtlMs: 2_000 },
  },
  {
    name: 'keys of issuers are held for ever once they were read',
    story: 'The cache has no expiry.',
    policies: { keyCacheTtlMs: Number.POSITIVE_INFINITY },
  },
  {
    name: 'keys of issuers are held for ever, those of callers not at all',
    story: 'Two parts of the shop have two caches.',
    policies: { keyCacheTtlMs: Number.POSITIVE_INFINITY, callerKey: publishedKey },
  },
  {
    name: 'a new key counts once it was read in the background',
    story: 'Stale while revalidate.',
    policies: { isSignedByIssuer: verifyWithKeptKey },
  },
]
