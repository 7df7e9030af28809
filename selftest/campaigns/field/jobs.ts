import type { RunSettings } from '../../../engine/settings/settings.ts'
import { type Role, roles } from '../../../protocol/operations.ts'
import { conditions } from '../../field/conditions.ts'
import { fieldMutants } from '../../field/mutants.ts'

/** One certification under a condition: of the reference, or of a mutant by the clause that it breaks. */
export type Job = {
  condition: string
  role: Role
  /** Absent: the reference. */
  mutant?: string
  seed: number
  depth: RunSettings['depth']
}

/** A selection; an absent member selects everything. */
export type Selection = {
  conditions?: readonly string[]
  roles?: readonly Role[]
  kind?: 'references' | 'mutants'
  /** Maximum number of seeds for each reference. */
  seeds?: number
  /** The depth for references; mutants are tried at quick. */
  depth?: RunSettings['depth']
}

/** Names a job in one line; two jobs with one name are the same. */
export const nameOf = ({ condition, role, mutant = 'the reference', seed, depth }: Job): string =>
  `${condition}, ${role}, ${mutant}, seed ${seed}, ${depth}`

/** Whether harness and target hardly get a processor: such runs take minutes each at quick depth already. */
export const isStarved = ({ condition }: Job): boolean =>
  conditions.some(({ name, isStarved }) => name === condition && isStarved === true)

/** Returns the jobs of a selection, in the order of the conditions and roles, references first. */
export const jobsOf = (selection: Selection): Job[] =>
  conditions
    .filter(({ name }) => selection.conditions?.includes(name) ?? true)
    .flatMap(condition =>
      roles
        .filter(role => (selection.roles?.includes(role) ?? true) && (condition.roles?.includes(role) ?? true))
        .flatMap(role => {
          const of = { condition: condition.name, role }
          const seeds = Math.min(condition.seeds(role), selection.seeds ?? Number.POSITIVE_INFINITY)
          const references = Array.from({ length: seeds }, (_, at): Job => {
            return { ...of, seed: at + 1, depth: selection.depth ?? (condition.isStarved ? 'quick' : 'standard') }
          })
          const mutants = fieldMutants(role)
            .filter(({ breaks }) => !condition.isStarved && !condition.hides?.includes(breaks))
            .map(({ name }): Job => ({ ...of, mutant: name, seed: 1, depth: 'quick' }))
          return [
            ...(selection.kind === 'mutants' ? [] : references),
            ...(selection.kind === 'references' ? [] : mutants),
          ]
        }),
    )
