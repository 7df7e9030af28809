import { keccak_256 } from '@noble/hashes/sha3.js'
import { sha256 } from '../../../protocol/hash.ts'
import type { SharedMutant } from './shared-mutant.ts'
import { hashingWith } from './verifying.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Everything that a role signs has another digest. Other roles sign more, and have mutants of their own. */
export const digestMutants: readonly SharedMutant[] = [
  {
    name: 'signatures are over Keccak-256',
    roles: ['merchant', 'kyc'],
    breaks: 'SIG-04',
    falls: ['META-08', 'ORDER-04', 'FLOW-01'],
    story: 'The library for secp256k1 comes from a blockchain.',
    policies: hashingWith(text => keccak_256(bytesOf(text))),
  },
  {
    name: 'signatures are over SHA-256 twice',
    roles: ['merchant', 'kyc'],
    breaks: 'SIG-04',
    falls: ['META-08', 'ORDER-04', 'FLOW-01'],
    story: 'sign() hashes what it gets, and was given a hash.',
    policies: hashingWith(text => sha256(sha256(text))),
  },
]
