import type { Role } from '../../protocol/operations.ts'
import type { RequirementId } from '../../protocol/requirements/index.ts'
import figures from './selftest-figures.json' with { type: 'json' }

/** The self-test's figures for a clause: the planted faults that its checks find, and the conformant variants that they pass. */
export type SelftestFigures = { mutants: number; variants: number }

const byRole: Readonly<Record<Role, Readonly<Record<string, SelftestFigures>>>> = figures

/** Returns the figures of a clause; undefined if the clause is only observed or not observable. */
export const selftestFiguresOf = (role: Role, id: RequirementId): SelftestFigures | undefined => byRole[role][id]
