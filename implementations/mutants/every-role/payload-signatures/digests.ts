import { keccak_256 } from '@noble/hashes/sha3.js'
import { sha256 } from '../../../../protocol/signature/hash.ts'
import { perRole, type SharedMutant } from '../shared-mutant.ts'
import { signWithHash } from './signed-text.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** The clauses that fail with the signatures of a role; a gateway has separate mutants for each of them. */
const dependentClauses = { merchant: ['META-08', 'ORDER-04', 'FLOW-01'], kyc: ['META-08'] } as const

/** Faults in the hash that a role signs (SIG-04). */
export const digestMutants: readonly SharedMutant[] = [
  ...perRole(
    {
      name: 'signatures are over Keccak-256',
      breaks: 'SIG-04',
      story: 'The secp256k1 library was written for a blockchain.',
      policies: signWithHash(text => keccak_256(bytesOf(text))),
    },
    dependentClauses,
  ),
  ...perRole(
    {
      name: 'signatures are over SHA-256 twice',
      breaks: 'SIG-04',
      story: 'sign() hashes its argument, and got a hash.',
      policies: signWithHash(text => sha256(sha256(text))),
    },
    dependentClauses,
  ),
]
