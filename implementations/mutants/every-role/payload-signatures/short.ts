import { signPayload } from '../../../../protocol/signature/payload.ts'
import { perRole, type SharedMutant } from '../shared-mutant.ts'
import { proofClauses } from './signed-text.ts'

/** Writes r and s of a signature as numbers, which loses leading zero bytes. */
const withoutZeroBytes = (signature: string): string => signature.replace(/^00|(?<=^.{64})00/g, '')

/** The clauses whose checks verify their own signatures, which may be among the wrong ones. */
const dependentClauses = {
  gateway: ['SIG-06', ...proofClauses],
  merchant: ['SIG-06', 'ORDER-04', 'FLOW-01'],
} as const

/** Faults that affect few signatures (SIG-04). */
export const shortSignatureMutants: readonly SharedMutant[] = perRole(
  {
    name: 'a signature is shorter where r or s begins with a byte of zero',
    breaks: 'SIG-04',
    needsOthers: true,
    story: 'The library returns DER, whose integers have no leading zero bytes, and nothing pads them again.',
    policies: { signPayload: (...signed) => withoutZeroBytes(signPayload(...signed)) },
  },
  dependentClauses,
)
