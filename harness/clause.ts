import type { Arbitrary } from 'fast-check'
import type { OperationName, Role } from '../protocol/operations.ts'
import type { RequirementId } from '../protocol/requirements/index.ts'
import type { CheckContext } from './context.ts'

/** What a check is: its id never changes, since baselines, known failures and replays hold on to it. */
export type Check = {
  readonly id: string
  readonly title: string
  readonly clauses: readonly RequirementId[]
  readonly roles: readonly Role[]
  /** The operations that it exercises: `--only` and `--skip` select by them, too. */
  readonly operations: readonly OperationName[]
  readonly kind: 'clause' | 'property' | 'observation'
  /** Runs apart from all others: what it measures would be disturbed by their load. */
  readonly alone: boolean
  /** Runs after all others, with what they left behind as its subject. */
  readonly last: boolean
  readonly run: (context: CheckContext) => Promise<void>
}

type Ids = RequirementId | readonly [RequirementId, ...RequirementId[]]
type Options = {
  operations?: readonly OperationName[]
  /** Of the suite's roles, those that the check is for. */
  roles?: readonly Role[]
  alone?: boolean
  last?: boolean
}
type Body = (context: CheckContext) => Promise<void>

/** A property: the values it draws, and what has to hold for each of them. */
export type PropertyBody<T> = {
  /** What is drawn; the stage tells the depth, amounts and identities to draw from. */
  arbitrary: (context: CheckContext) => Arbitrary<T>
  /** Holds for every value; ends like a check otherwise. */
  test: (context: CheckContext, value: T) => Promise<void>
  /** Describes what a value makes happen, step by step, for the report of a counterexample. */
  steps?: (value: T) => string[]
  /** Values that are always tried first. */
  examples?: readonly T[]
  /** Cases at standard depth (quick: a fourth, thorough: ten times). Default 24. */
  runs?: number
}

/** A suite: one part of the register, for the roles and operations that it names. */
export type Suite = {
  readonly id: string
  readonly roles: readonly Role[]
  readonly checks: readonly Check[]
  readonly clause: Clause
}

export type Clause = {
  /** A check that decides its clauses: it ends without a throw, or the clause is broken, blocked or not applicable. */
  (ids: Ids, title: string, body: Body, options?: Options): void
  /** A check over generated values; a value that breaks the clause is shrunk and reported with its seed. */
  property: <T>(ids: Ids, title: string, body: PropertyBody<T>, options?: Options) => void
  /** Finds out what the target chose where the document is silent: calls `stage.observe`, and never fails. */
  observe: (ids: Ids, title: string, body: Body, options?: Options) => void
}

const slug = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** Opens a suite. A check's id is the suite's id and its title in lower case with dashes. */
export const defineSuite = (suite: {
  id: string
  roles: readonly Role[]
  operations: readonly OperationName[]
}): Suite => {
  const checks: Check[] = []
  const add =
    (kind: Check['kind']) =>
    (ids: Ids, title: string, run: Body, options: Options = {}) => {
      const id = `${suite.id}/${slug(title)}`
      if (checks.some(check => check.id === id)) throw new Error(`two checks are called ${id}`)
      checks.push({
        id,
        title,
        clauses: typeof ids === 'string' ? [ids] : ids,
        roles: options.roles ?? suite.roles,
        operations: options.operations ?? suite.operations,
        kind,
        alone: options.alone ?? false,
        last: options.last ?? false,
        run,
      })
    }
  const clause: Clause = Object.assign(add('clause'), {
    property: <T>(ids: Ids, title: string, body: PropertyBody<T>, options?: Options) =>
      add('property')(ids, title, context => context.property(body), options),
    observe: add('observation'),
  })
  return { id: suite.id, roles: suite.roles, checks, clause }
}
