import { type Clause, defineSuite } from '../../harness/clause.ts'
import { type OperationName, operations, type Role } from '../../protocol/operations.ts'

/** The subjects for which a suite repeats its checks, and the operation that each exercises. */
type Subjects<T> = { subjects: readonly T[]; operationOf: (subject: T) => OperationName }

const roleOf = (operation: OperationName): Role => operations[operation].role as Role

/** Defines a suite of the same checks on each subject, for the roles that have any; role by role, in the order of the subjects. */
export const parametrize = <T>(
  id: string,
  { subjects, operationOf }: Subjects<T>,
  checks: (clause: Clause, subject: T) => void,
): void => {
  const roleOfSubject = (subject: T) => roleOf(operationOf(subject))
  const roles = [...new Set(subjects.map(roleOfSubject))]
  const { clause } = defineSuite({ id, roles, operations: [] })
  for (const subject of subjects.toSorted((a, b) => roles.indexOf(roleOfSubject(a)) - roles.indexOf(roleOfSubject(b))))
    checks(exercising(operationOf(subject), clause), subject)
}

/** Returns the options of a check on operations of one role, in a suite of several roles. */
export const forOperations = (...names: OperationName[]): { operations: OperationName[]; roles: Role[] } => ({
  operations: names,
  roles: [...new Set(names.map(roleOf))],
})

/** Returns `clause` with the operation and its role as the default operation of a check. */
const exercising = (operation: OperationName, clause: Clause): Clause => {
  const withOperation = <O extends object>(options: O | undefined) => ({ ...forOperations(operation), ...options })
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
