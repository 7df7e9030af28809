import type { Proof, SignedProof } from '../../schemas/messages.ts'
import { signWithOwnKey } from '../every-role/payload-signatures.ts'
import type { Gateway } from './contract.ts'

/** Signs a proof as its issuer (heading "Proof"). Clause: SIG-04. */
export const signProof = (proof: Proof, gateway: Gateway): SignedProof => ({
  proof,
  signature: signWithOwnKey(proof, gateway),
})
