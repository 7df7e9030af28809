import type { RunSettings } from '../../engine/settings/settings.ts'
import { type AnyMutant, mutantsOf } from '../../implementations/mutants/index.ts'
import { inBrowser } from '../../implementations/support/in-browser.ts'
import type { Role } from '../../protocol/operations.ts'
import { recordedKills } from '../kills.ts'
import { isShort, isWhole } from '../size.ts'
import { groupsOf } from '../together.ts'

/** Names the decisions that a mutant replaces. Each change of the server is a separate decision: it may affect any response. */
const decisionsOf = ({ breaks, policies = {}, ports = {}, profile = {}, prepare }: AnyMutant): string[] => [
  ...[policies, ports, profile].flatMap(Object.keys),
  ...(prepare ? [`server ${breaks}`] : []),
]

/**
 * Returns a subset of mutants that replaces every decision that any of them replaces: a check that starts to notice an unrelated decision
 * fails at one of these. Those without a kind are first, since they are tried at quick depth.
 */
export const oneOfEachDecision = (mutants: readonly AnyMutant[]): ReadonlySet<AnyMutant> => {
  const replaced = new Set<string>()
  const quickFirst = [
    ...mutants.filter(({ kind }) => kind === undefined),
    ...mutants.filter(({ kind }) => kind !== undefined),
  ]
  const replacesMore = (mutant: AnyMutant): boolean => {
    const { size } = replaced
    for (const decision of decisionsOf(mutant)) replaced.add(decision)
    return replaced.size > size
  }
  return new Set(quickFirst.filter(replacesMore))
}

/** Maximum number of mutants in an implementation that every check tries: more would hide one another. */
const most = 3

/** The part of the document that a clause belongs to, such as AUTH. */
const partOf = ({ breaks }: AnyMutant): string => breaks.replace(/-.*/, '')

/**
 * Groups mutants that every check tries together, at most one of each part of the document: two of a part may break what neither breaks
 * alone, and hide each other.
 */
export const groupsOfMutants = (mutants: readonly AnyMutant[]): AnyMutant[][] =>
  groupsOf(mutants, { most, mayJoin: (group, mutant) => group.every(other => partOf(other) !== partOf(mutant)) })

/** Returns whether every check tries a mutant alone: it needs standard depth, other checks or a browser to show. */
const isAlone = ({ kind, needsOthers, settings }: AnyMutant): boolean =>
  kind !== undefined || needsOthers === true || settings === inBrowser

/** By role: the mutants that every check tries in every self-test. */
const tried = {
  gateway: oneOfEachDecision(mutantsOf.gateway),
  merchant: oneOfEachDecision(mutantsOf.merchant),
  kyc: oneOfEachDecision(mutantsOf.kyc),
}

/** Returns the groups of mutants that every check of a role tries; none in the short self-test, nor where each is tried alone. */
export const groupsTried = (role: Role): AnyMutant[][] =>
  isWhole || isShort ? [] : groupsOfMutants([...tried[role]].filter(mutant => !isAlone(mutant)))

/**
 * Selects the checks that try a mutant: all, or those of the clause that it breaks and of its record. In the short self-test, all checks
 * try only mutants that need other checks to show.
 */
export const triedBy = (role: Role, mutant: AnyMutant): Pick<RunSettings, 'only'> =>
  isWhole || mutant.needsOthers || (!isShort && tried[role].has(mutant) && isAlone(mutant))
    ? { only: [] }
    : { only: [mutant.breaks, ...recordedKills(role, mutant.name)] }

/**
 * Groups the mutants of a role that one run must find: each alone, except that a run of every check finds several of those that need
 * other checks to show.
 */
export const groupsFound = (role: Role): AnyMutant[][] => {
  const alone = mutantsOf[role].filter(({ needsOthers }) => isWhole || !needsOthers)
  return [
    ...groupsOfMutants(mutantsOf[role].filter(mutant => !alone.includes(mutant))),
    ...alone.map(mutant => [mutant]),
  ]
}
