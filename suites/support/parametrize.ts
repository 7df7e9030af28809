import { type Check, type Clause, defineSuite, type Suite } from '../../harness/clause.ts'
import { type OperationName, operations, type Role } from '../../protocol/operations.ts'
import { requireDeclared } from './capabilities.ts'

/** What a suite repeats its checks on, and the operation that each subject exercises. */
type Subjects<T> = { subjects: readonly T[]; operationOf: (subject: T) => OperationName }

const roleOf = (operation: OperationName): Role => operations[operation].role as Role

/** Defines a suite of the same checks on each subject, for the roles that have one; skips undeclared operations. */
export const parametrize = <T>(
  id: string,
  { subjects, operationOf }: Subjects<T>,
  checks: (clause: Clause, subject: T) => void,
): Suite => {
  const roleOfSubject = (subject: T) => roleOf(operationOf(subject))
  const roles = [...new Set(subjects.map(roleOfSubject))]
  const suites = roles.map(role => {
    const suite = defineSuite({ id, roles: [role], operations: [] })
    for (const subject of subjects.filter(candidate => roleOfSubject(candidate) === role))
      checks(exercising(operationOf(subject), suite.clause), subject)
    return suite
  })
  const [first = defineSuite({ id, roles, operations: [] })] = suites
  return whereDeclared({ ...first, roles, checks: suites.flatMap(suite => suite.checks) })
}

/** Returns the options of a check on operations of one role, in a suite of several roles. */
export const forOperations = (...names: OperationName[]): { operations: OperationName[]; roles: Role[] } => ({
  operations: names,
  roles: [...new Set(names.map(roleOf))],
})

/** Returns `clause` with the operation as the default of what a check exercises. */
const exercising = (operation: OperationName, clause: Clause): Clause => {
  const withOperation = <O extends object>(options: O | undefined) => ({ operations: [operation], ...options })
  const add: (...check: Parameters<Clause>) => void = (ids, title, body, options) =>
    clause(ids, title, body, withOperation(options))
  return Object.assign(add, {
    property: ((ids, title, body, options) =>
      clause.property(ids, title, body, withOperation(options))) as Clause['property'],
    model: ((ids, title, body, options) => clause.model(ids, title, body, withOperation(options))) as Clause['model'],
    race: ((ids, title, body, options) => clause.race(ids, title, body, withOperation(options))) as Clause['race'],
    observe: ((ids, title, body, options) =>
      clause.observe(ids, title, body, withOperation(options))) as Clause['observe'],
  })
}

/** Makes each check of a suite not applicable if the target does not declare an operation that the check exercises. */
export const whereDeclared = (suite: Suite): Suite => ({ ...suite, checks: suite.checks.map(ifDeclared) })

const ifDeclared = (check: Check): Check => ({
  ...check,
  run: async context => {
    for (const operation of check.operations) requireDeclared(context, operation)
    await check.run(context)
  },
})
