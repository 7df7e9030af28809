import type { Role } from '../../protocol/operations.ts'
import type { Verdict } from '../queries.ts'
import type { DialectRow, Kept, Matrix, Pair, Together } from './index.ts'

/** Returns whether a pair can work together, in words. */
export const togetherWords: Readonly<Record<Together, string>> = {
  yes: 'yes',
  no: 'no',
  'in-doubt': 'in doubt',
  unrelated: 'unrelated',
}

/** The verdict whose shape and colour represent it. */
export const togetherTones: Readonly<Record<Together, Verdict>> = {
  yes: 'pass',
  no: 'fail',
  'in-doubt': 'warn',
  unrelated: 'not-applicable',
}

/** The titles of the groups of clauses. */
export const keptTitles: Readonly<Record<Kept, string>> = {
  nobody: 'Kept by none',
  some: 'Kept by some',
  everybody: 'Kept by all',
  undecided: 'Not decided at any of them',
}

/** The choices of a dialect, by the clause that leaves them open. */
export const dialectTitles: Readonly<Record<DialectRow['clause'], string>> = {
  'SIG-07': 'encoding of signatures',
  'SIG-08': 'canonical JSON',
  'AUTH-21': 'canonical request',
}

/** The name of a role in a sentence. */
export const roleWords: Readonly<Record<Role, string>> = {
  gateway: 'gateway',
  merchant: 'merchant',
  kyc: 'KYC provider',
}

/** Returns how many pairs of a gateway and a merchant can work together, as a sentence. */
export const pairSentence = ({ pairs }: Matrix): string => {
  const own = pairs.filter(({ role }) => role === 'merchant')
  if (own.length === 0) return 'No gateway and merchant form a pair.'
  const counts = (['yes', 'no', 'in-doubt'] as const).map(together => [
    own.filter(pair => pair.together === together).length,
    { yes: 'can work together', no: 'cannot', 'in-doubt': `${isAre(own, together)} in doubt` }[together],
  ])
  const all = `${own.length} ${own.length === 1 ? 'pair' : 'pairs'} of a gateway and a merchant`
  return `Of ${all}, ${counts.map(([number, words]) => `${number} ${words}`).join(', ')}.`
}

const isAre = (pairs: readonly Pair[], together: Together): string =>
  pairs.filter(pair => pair.together === together).length === 1 ? 'is' : 'are'
