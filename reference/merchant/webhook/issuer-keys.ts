import type { SignedProof } from '../../../schemas/messages.ts'
import { isSignedWith } from '../../every-role/payload-signatures.ts'
import type { Merchant } from '../contract.ts'

/**
 * Returns whether a proof is signed with the key in its issuer's metadata document, which is read again after `keyCacheTtlMs`;
 * false if the key cannot be read. Clauses: WEBHOOK-03, WEBHOOK-11, WEBHOOK-12, WEBHOOK-13, WEBHOOK-14, WEBHOOK-19.
 */
export const isSignedByIssuer = async ({ proof, signature }: SignedProof, merchant: Merchant): Promise<boolean> => {
  const publicKey = await merchant.keyCache.get(proof.issuer, merchant)
  return publicKey !== undefined && isSignedWith(publicKey, { payload: proof, signature }, merchant)
}
