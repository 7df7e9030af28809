import { oneOf } from '../engine/settings/readers.ts'
import type { Role } from '../protocol/operations.ts'
import type { Level } from '../protocol/requirements/index.ts'
import type { AddCommand } from './command.ts'
import type { Io } from './io.ts'
import { addOptions, flag, optionsOf, valued } from './options.ts'
import { wrapped } from './text.ts'

const options = {
  role: valued('--role <role>', oneOf('gateway', 'merchant', 'kyc'), 'only the clauses of this role'),
  json: flag('--json', 'print a JSON array'),
}

export const addClauses: AddCommand = (program, io, exit) => {
  const command = program.command('clauses').description('Lists the register with the checks that decide each clause.')
  addOptions(command, options, { env: false }).action(async () => {
    const { role, json } = optionsOf(command, options, io.env)
    const rows = await clauseRows(io, role)
    io.out(json ? `${JSON.stringify(rows, null, 2)}\n` : rows.map(row => rowText(row, io.columns)).join('\n'))
    exit(0)
  })
}

/** A row of the register, and what decides it; `reason` where a check cannot see it, or not all of it. */
export type ClauseRow = {
  id: string
  level: Level
  roles: readonly Role[]
  text: string
  checks: string[]
  reason?: string
}

/** The register in document order, or those rows of it that a role has to keep. */
const clauseRows = async ({ services }: Pick<Io, 'services'>, role?: Role): Promise<ClauseRow[]> => {
  const [{ requirementIds, requirements }, { reasonInside }] = await Promise.all([
    import('../protocol/requirements/index.ts'),
    import('./inside.ts'),
  ])
  const checks = await services.checks()
  return requirementIds
    .filter(id => role === undefined || requirements[id].roles.includes(role))
    .map(id => {
      const { level, roles, text } = requirements[id]
      const deciding = checks.filter(({ clauses }) => clauses.includes(id)).map(check => check.id)
      const reason = reasonInside(requirements[id])
      return { id, level, roles, text, checks: deciding, ...(reason === undefined ? {} : { reason }) }
    })
}

const rowText = ({ id, level, roles, text, checks, reason }: ClauseRow, columns: number): string => {
  const decided = [checks.join(', ') || 'none', ...(reason === undefined ? [] : [reason])].join('. ')
  return `${id}  ${level}  ${roles.join(', ')}\n${wrapped(text, columns, 2)}\n${wrapped(`Checks: ${decided}`, columns, 2)}\n`
}
