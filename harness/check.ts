import type { OperationName, Role } from '../protocol/operations.ts'
import type { RequirementId } from '../protocol/requirements/index.ts'

/**
 * The kinds of checks: named cases (`clause`), generated values (`property`), generated series of steps compared with a model of the target
 * (`model`), and simultaneous requests (`race`). An `observation` never fails.
 */
export type CheckKind = 'clause' | 'property' | 'model' | 'race' | 'observation'

/** A check without its code. */
export type CheckDescription = {
  /** Never changes: baselines, known failures and replays refer to it. */
  readonly id: string
  readonly title: string
  readonly clauses: readonly RequirementId[]
  readonly roles: readonly Role[]
  /** The operations that it exercises; `--only` and `--skip` also select by them. */
  readonly operations: readonly OperationName[]
  readonly kind: CheckKind
  /** Its values are drawn from the table of members in `suites/members/`. */
  readonly fromTable?: true
  /** Covers its clauses at quick depth, instead of their first check. */
  readonly firstLook?: true
  /** Runs while no other check does, since their load would disturb its measurements. */
  readonly alone: boolean
  /**
   * Makes requests of the target hang on purpose: runs alone, after all that do not; the next one waits until the target has recovered.
   */
  readonly hangs: boolean
  /** Mostly waits: starts before the others, which run in the meantime. */
  readonly waits: boolean
  /** Sends many requests in sequence: starts before the others, so that it does not end long after them. */
  readonly long: boolean
  /** Runs after all other checks, since it inspects what they left behind. */
  readonly last: boolean
}

/** Returns whether a check may draw values, so that its result may depend on the seed. */
export const drawsValues = ({ kind }: Pick<CheckDescription, 'kind'>): boolean =>
  kind === 'property' || kind === 'model' || kind === 'race'

/** The defaults of a check that no suite defines. */
export const plainCheck = {
  kind: 'clause',
  alone: false,
  hangs: false,
  waits: false,
  long: false,
  last: false,
} as const satisfies Partial<CheckDescription>
