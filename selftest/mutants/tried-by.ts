import type { RunSettings } from '../../engine/settings/settings.ts'
import { type AnyMutant, mutantsOf } from '../../implementations/mutants/index.ts'
import { inBrowser } from '../../implementations/support/in-browser.ts'
import type { Role } from '../../protocol/operations.ts'
import { recordedKills } from '../kills.ts'
import { isShort, isWhole } from '../size.ts'
import { groupsOf } from '../together.ts'

/** Names the decisions that a mutant replaces. A change of the server stands for itself: it may concern any response. */
const decisionsOf = ({ breaks, policies = {}, ports = {}, profile = {}, prepare }: AnyMutant): string[] => [
  ...[policies, ports, profile].flatMap(Object.keys),
  ...(prepare ? [`server ${breaks}`] : []),
]

/**
 * Returns mutants that together replace every decision that any of them replaces: a check that suddenly notices an unrelated
 * decision fails at one of these. Those without a kind come first, since they are tried at quick depth.
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

/** So many mutants meet every check in one implementation at most: more of them hide one another. */
const most = 3

/** The part of the document that a clause is of, such as AUTH. */
const partOf = ({ breaks }: AnyMutant): string => breaks.replace(/-.*/, '')

/**
 * Divides mutants into groups that meet every check together: of each part of the document one at most. Two of one part may
 * break together what neither of them breaks, and hide each other.
 */
export const groupsOfMutants = (mutants: readonly AnyMutant[]): AnyMutant[][] =>
  groupsOf(mutants, { most, mayJoin: (group, mutant) => group.every(other => partOf(other) !== partOf(mutant)) })

/** Tells whether a mutant meets every check alone: it takes standard depth, other checks or a browser to show. */
const isAlone = ({ kind, needsOthers, settings }: AnyMutant): boolean =>
  kind !== undefined || needsOthers === true || settings === inBrowser

/** By role: the mutants that meet every check in every self-test. */
const tried = {
  gateway: oneOfEachDecision(mutantsOf.gateway),
  merchant: oneOfEachDecision(mutantsOf.merchant),
  kyc: oneOfEachDecision(mutantsOf.kyc),
}

/** Returns the groups of mutants that meet every check of a role; none in the short self-test, and none where each of them does alone. */
export const groupsTried = (role: Role): AnyMutant[][] =>
  isWhole || isShort ? [] : groupsOfMutants([...tried[role]].filter(mutant => !isAlone(mutant)))

/**
 * Selects the checks that a mutant is tried by: all of them, or those of the clause that it breaks and of its record. In the short
 * self-test all of them try only what takes other checks to show.
 */
export const triedBy = (role: Role, mutant: AnyMutant): Pick<RunSettings, 'only'> =>
  isWhole || mutant.needsOthers || (!isShort && tried[role].has(mutant) && isAlone(mutant))
    ? { only: [] }
    : { only: [mutant.breaks, ...recordedKills(role, mutant.name)] }

/**
 * Divides the mutants of a role into those that are found in one run: each alone, but for those that take other checks to show. A run
 * of every check finds several of these.
 */
export const groupsFound = (role: Role): AnyMutant[][] => {
  const alone = mutantsOf[role].filter(({ needsOthers }) => isWhole || !needsOthers)
  return [
    ...groupsOfMutants(mutantsOf[role].filter(mutant => !alone.includes(mutant))),
    ...alone.map(mutant => [mutant]),
  ]
}
