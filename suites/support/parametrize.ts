import { type Check, type Clause, defineSuite, type Suite } from '../../harness/clause.ts'
import { type OperationName, operations, type Role } from '../../protocol/operations.ts'
import { requireDeclared } from './capabilities.ts'

export type { Clause } from '../../harness/clause.ts'

type Subject = { operation: OperationName }

/** A suite of the same checks on each of several subjects, for the roles that have any; not tried where undeclared. */
export const onEvery = <T extends Subject>(
  id: string,
  subjects: readonly T[],
  checks: (clause: Clause, subject: T) => void,
): Suite => {
  const roles = [...new Set(subjects.map(roleOf))]
  const suites = roles.map(role => {
    const suite = defineSuite({ id, roles: [role], operations: [] })
    for (const subject of subjects.filter(one => roleOf(one) === role))
      checks(exercised(suite.clause, subject), subject)
    return suite
  })
  const [first = defineSuite({ id, roles, operations: [] })] = suites
  return whereDeclared({ ...first, roles, checks: suites.flatMap(suite => suite.checks) })
}

/** The options of a check on operations of one role, in a suite of several roles. */
export const of = (...names: OperationName[]): { operations: OperationName[]; roles: Role[] } => ({
  operations: names,
  roles: [...new Set(names.map(name => operations[name].role as Role))],
})

const roleOf = ({ operation }: Subject): Role => operations[operation].role as Role

/** `clause`, with the subject's operation as what the check exercises. */
const exercised = (clause: Clause, { operation }: Subject): Clause => {
  const exercising = <O extends object>(options: O | undefined) => ({ operations: [operation], ...options })
  const add: Omit<Clause, 'property' | 'observe'> & ((...given: Parameters<Clause>) => void) = (
    ids,
    title,
    body,
    options,
  ) => clause(ids, title, body, exercising(options))
  return Object.assign(add, {
    property: ((ids, title, body, options) =>
      clause.property(ids, title, body, exercising(options))) as Clause['property'],
    observe: ((ids, title, body, options) =>
      clause.observe(ids, title, body, exercising(options))) as Clause['observe'],
  })
}

/** A suite whose checks are not tried where the target does not declare an operation that they exercise. */
export const whereDeclared = (suite: Suite): Suite => ({ ...suite, checks: suite.checks.map(ifDeclared) })

const ifDeclared = (check: Check): Check => ({
  ...check,
  run: async context => {
    for (const operation of check.operations) requireDeclared(context, operation)
    await check.run(context)
  },
})
