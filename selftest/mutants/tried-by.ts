import type { RunSettings } from '../../engine/settings/settings.ts'
import type { Role } from '../../protocol/operations.ts'
import { recordedKills } from '../kills.ts'
import { isWhole } from '../size.ts'
import { type AnyMutant, mutantsOf } from './index.ts'

/** Names what a mutant replaces. A change of the server stands for itself: it may concern any response. */
const decisionsOf = ({ breaks, policies = {}, ports = {}, profile = {}, prepare }: AnyMutant): string =>
  [policies, ports, profile]
    .flatMap(Object.keys)
    .toSorted()
    .concat(prepare ? `server ${breaks}` : [])
    .join(', ')

/** Returns the first mutant of each decision: a check that suddenly notices an unrelated decision fails one of these. */
export const firstOfEachDecision = (mutants: readonly AnyMutant[]): ReadonlySet<AnyMutant> =>
  new Set(new Map(mutants.toReversed().map(mutant => [decisionsOf(mutant), mutant])).values())

/** By role: the mutants that meet every check of the role in every self-test. */
const tried = {
  gateway: firstOfEachDecision(mutantsOf.gateway),
  merchant: firstOfEachDecision(mutantsOf.merchant),
  kyc: firstOfEachDecision(mutantsOf.kyc),
}

/** Selects the checks that a mutant is tried by: all of them, or those of the clause that it breaks and of its record. */
export const triedBy = (role: Role, mutant: AnyMutant): Pick<RunSettings, 'only'> =>
  isWhole || mutant.needsOthers || tried[role].has(mutant)
    ? { only: [] }
    : { only: [mutant.breaks, ...recordedKills(role, mutant.name)] }
