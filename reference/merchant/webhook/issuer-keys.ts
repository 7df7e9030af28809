import type { SignedProof } from '../../../schemas/messages.ts'
import type { Merchant } from '../contract.ts'

/** Whether a proof is signed with the key that its issuer publishes; false, too, where the key cannot be had. */
export const isSignedByIssuer = async ({ proof, signature }: SignedProof, merchant: Merchant): Promise<boolean> => {
  const { keyCache, policies, profile } = merchant
  const publicKey = await keyCache.get(proof.issuer, merchant)
  return publicKey !== undefined && policies.verifyPayload(proof, signature, { publicKey, dialect: profile })
}
