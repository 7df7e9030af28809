import type { Role } from '../../protocol/operations.ts'
import type { RequirementId } from '../../protocol/requirements/index.ts'
import figures from './selftest-figures.json' with { type: 'json' }

/** The self-test's figures for a clause: the planted faults that its checks find, and the conformant variants that pass them. */
export type SelftestFigures = { mutants: number; variants: number }

/** By role: the number of variants, and the number of mutants that the checks of each clause find. */
export const selftestFigures: Readonly<
  Record<Role, { readonly variants: number; readonly mutants: Readonly<Record<string, number>> }>
> = figures

/** Returns the figures of a clause; undefined if the clause is only observed or not observable. */
export const selftestFiguresOf = (role: Role, id: RequirementId): SelftestFigures | undefined => {
  const { variants, mutants } = selftestFigures[role]
  const found = mutants[id]
  return found === undefined ? undefined : { mutants: found, variants }
}
