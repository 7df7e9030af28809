import type { Role } from '../../protocol/operations.ts'
import type { RequirementId } from '../../protocol/requirements/index.ts'
import figures from './selftest-figures.json' with { type: 'json' }

/** What the self-test has shown of a clause's checks: the planted faults that they find, the conformant choices at which they stay silent. */
export type Proven = { mutants: number; variants: number }

const proven: Readonly<Record<Role, Readonly<Record<string, Proven>>>> = figures

/** Undefined for a clause that is only observed, or seen only from inside. */
export const provenOf = (role: Role, id: RequirementId): Proven | undefined => proven[role][id]
