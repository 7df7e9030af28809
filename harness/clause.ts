import type { OperationName, Role } from '../protocol/operations.ts'
import type { RequirementId } from '../protocol/requirements/index.ts'
import { requireDeclared } from './capabilities.ts'
import type { CheckDescription } from './check.ts'
import type { CheckContext, PropertyBody } from './context.ts'

/** A check: its description and its code. */
export type Check = CheckDescription & { readonly run: (context: CheckContext) => Promise<void> }

type Ids = RequirementId | readonly [RequirementId, ...RequirementId[]]
/** A title, and the text for the check's id if it differs: an id never changes, a title may. */
type Title = string | { readonly id: string; readonly title: string }
type Options = {
  operations?: readonly OperationName[]
  /** The roles of the check; all of the suite's by default. */
  roles?: readonly Role[]
  alone?: boolean
  hangs?: boolean
  last?: boolean
  fromTable?: true
  firstLook?: boolean
}
type Body = (context: CheckContext) => Promise<void>
/** A property, or a function that prepares it once. */
type Property<T> = PropertyBody<T> | ((context: CheckContext) => Promise<PropertyBody<T>>)
type AddProperty = <T>(ids: Ids, title: Title, body: Property<T>, options?: Options) => void

/** A suite: the checks of one part of the register. */
export type Suite = {
  readonly id: string
  readonly roles: readonly Role[]
  readonly checks: readonly Check[]
  readonly clause: Clause
}

/**
 * Adds checks to a suite: the arguments are the clauses that the check decides, then its title, from which the id is made unless one is
 * given.
 */
export type Clause = {
  /** Adds a check that tests its clauses: they pass if it returns; it throws to fail, block or not apply. */
  (ids: Ids, title: Title, body: Body, options?: Options): void
  /** Adds a check over generated values; a failing value is shrunk and reported with its seed. */
  property: AddProperty
  /** Adds a check that performs series of steps, and compares the target with a model after each series. */
  model: AddProperty
  /** Adds a check that sends simultaneous requests, not all of which may win; it runs alone. */
  race: (ids: Ids, title: Title, body: Body, options?: Options) => void
  /**
   * Adds a check that records what the target chose where the document is silent: it calls `context.observe` and never fails.
   */
  observe: (ids: Ids, title: Title, body: Body, options?: Options) => void
}

const testEach = async <T>(context: CheckContext, property: Property<T>): Promise<void> => {
  const body = typeof property === 'function' ? await property(context) : property
  await context.property(body)
  await body.finally?.(context)
}

const slugOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** The definition of a suite. */
type Definition = {
  id: string
  roles: readonly Role[]
  /** Operations that its checks exercise; a check applies only if the target declares all of them. */
  operations: readonly OperationName[]
  /** Its checks only read earlier responses, so they apply whatever the target declares. */
  sendsNothing?: true
}

/** Makes a check not applicable unless the target declares every operation that it exercises. */
const whereDeclared =
  (operations: readonly OperationName[], run: Body): Body =>
  async context => {
    for (const operation of operations) requireDeclared(context, operation)
    await run(context)
  }

/** The suites of the file being loaded; `undefined` otherwise. */
let defined: Suite[] | undefined

/** Loads a file and returns the suites that it defines, in order. Only one file is loaded at a time. */
export const suitesDefinedBy = async (load: () => Promise<unknown>): Promise<readonly Suite[]> => {
  const suites: Suite[] = []
  defined = suites
  try {
    await load()
  } finally {
    defined = undefined
  }
  return suites
}

/**
 * Defines a suite, and adds it to the file being loaded. A check's id is the suite's id, a slash, and its title (or the id given with
 * it) in lower case with dashes. Throws an Error if two checks have the same id.
 */
export const defineSuite = (suite: Definition): Suite => {
  const checks: Check[] = []
  const add =
    (kind: Check['kind']) =>
    (ids: Ids, given: Title, run: Body, options: Options = {}) => {
      const { id: former, title } = typeof given === 'string' ? { id: given, title: given } : given
      const id = `${suite.id}/${slugOf(former)}`
      if (checks.some(check => check.id === id)) throw new Error(`two checks have the id ${id}`)
      const operations = options.operations ?? suite.operations
      checks.push({
        id,
        title,
        clauses: typeof ids === 'string' ? [ids] : ids,
        roles: options.roles ?? suite.roles,
        operations,
        kind,
        alone: options.alone ?? false,
        hangs: options.hangs ?? false,
        waits: false,
        long: false,
        last: options.last ?? false,
        ...(options.fromTable ? { fromTable: true } : {}),
        ...(options.firstLook ? { firstLook: true } : {}),
        run: suite.sendsNothing ? run : whereDeclared(operations, run),
      })
    }
  const addProperty =
    (kind: 'property' | 'model'): AddProperty =>
    (ids, title, body, options) =>
      add(kind)(ids, title, context => testEach(context, body), options)
  const clause: Clause = Object.assign(add('clause'), {
    property: addProperty('property'),
    model: addProperty('model'),
    race: (ids: Ids, title: Title, body: Body, options?: Options) =>
      add('race')(ids, title, body, { ...options, alone: true }),
    observe: add('observation'),
  })
  const opened = { id: suite.id, roles: suite.roles, checks, clause }
  defined?.push(opened)
  return opened
}
