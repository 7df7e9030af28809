import { UsageError } from '../../engine/settings/usage-error.ts'
import type { Fault } from '../../implementations/faults.ts'
import type { Role } from '../../protocol/operations.ts'
import { requirements } from '../../protocol/requirements/index.ts'
import type { Changes } from '../../sandbox/build-role.ts'
import { wrapped } from '../text.ts'

const load = async () => {
  const [{ faultsOf }, find, { chooseFault }] = await Promise.all([
    import('../../implementations/faults.ts'),
    import('../../implementations/find.ts'),
    import('../../implementations/choose.ts'),
  ])
  return { faultsOf, ...find, chooseFault }
}

/** Returns each role's fault of this name; not every role has one. UsageError with similar names if none has it. */
export const faultNamed = async (name: string, roles: readonly Role[]): Promise<Fault[]> => {
  const { faultsOf, findFault, nearNames } = await load()
  const found = roles.flatMap(role => findFault(name, faultsOf(role)) ?? [])
  if (found.length > 0) return found
  const near = nearNames(name, roles.flatMap(faultsOf)).map(each => JSON.stringify(each))
  const remedy = near.length > 0 ? `Did you mean ${near.join(', or ')}?` : 'serve --list-faults lists the names.'
  throw new UsageError(`${roles.join(', ')}: no fault is called ${JSON.stringify(name.slice(0, 80))}.`, remedy)
}

/** Returns the changes that give each role its fault. */
export const changesOf =
  (faults: readonly Fault[]) =>
  (role: Role): Changes =>
    faults.find(fault => fault.role === role)?.changes ?? {}

/** Returns how requests choose a fault of a role. */
export const chooser = async () => (await load()).chooseFault

/** Lists the faults of roles as a JSON array. */
export const faultsAsJson = async (roles: readonly Role[]): Promise<string> => {
  const { faultsOf } = await load()
  const rows = roles.flatMap(faultsOf).map(({ role, name, story, breaks }) => ({
    role,
    name,
    story,
    ...(breaks === undefined ? {} : { clause: breaks, level: requirements[breaks].level }),
  }))
  return `${JSON.stringify(rows, null, 2)}\n`
}

const nameAndStory = ({ name, story }: Fault, columns: number): string =>
  `${wrapped(name, columns, 2)}\n${wrapped(story, columns, 6)}`

const listOf = (role: Role, faults: readonly Fault[], columns: number): string => {
  const byClause = Map.groupBy(faults, ({ breaks }) => breaks)
  const clauses = [...byClause.keys()].filter(clause => clause !== undefined).sort()
  const parts = clauses.map(clause => {
    const heading = wrapped(`${clause} (${requirements[clause].level}): ${requirements[clause].text}`, columns)
    return [heading, ...(byClause.get(clause) ?? []).map(fault => nameAndStory(fault, columns))].join('\n')
  })
  const conformant = (byClause.get(undefined) ?? []).map(fault => nameAndStory(fault, columns))
  const last = ['Conformant, with another choice where the document is silent:', ...conformant].join('\n')
  return [`# ${role}`, ...parts, last].join('\n\n')
}

/** Lists the faults of roles by the clause that each breaks. */
export const faultsAsText = async (roles: readonly Role[], columns: number): Promise<string> => {
  const { faultsOf } = await load()
  return `${roles.map(role => listOf(role, faultsOf(role), columns)).join('\n\n')}\n`
}
