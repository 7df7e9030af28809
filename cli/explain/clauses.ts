import { oneOf } from '../../engine/settings/options/readers.ts'
import type { CheckKind } from '../../harness/check.ts'
import type { Role } from '../../protocol/operations.ts'
import type { Level } from '../../protocol/requirements/index.ts'
import type { AddCommand } from '../command.ts'
import type { Io } from '../io.ts'
import { addOptions, flag, optionsOf, valued } from '../options.ts'
import { wrapped } from '../text.ts'

const options = {
  role: valued('--role <role>', oneOf('gateway', 'merchant', 'kyc'), 'only the clauses of this role'),
  json: flag('--json', 'print a JSON array'),
}

export const addClauses: AddCommand = (program, io, exit) => {
  const command = program.command('clauses').description('Lists the clauses with the checks that test each.')
  addOptions(command, options, { env: false }).action(async () => {
    const { role, json } = optionsOf(command, options, io.env)
    const rows = await clauseRows(io, role)
    io.out(json ? `${JSON.stringify(rows, null, 2)}\n` : rows.map(row => rowText(row, io.columns)).join('\n'))
    exit(0)
  })
}

/**
 * A clause with its checks, the kind of each, the checks whose values come from the table of members, and its files; `reason` names the part of
 * it that checks cannot observe.
 */
export type ClauseRow = {
  id: string
  level: Level
  roles: readonly Role[]
  text: string
  checks: string[]
  kinds: Record<string, CheckKind>
  fromTable: string[]
  files: ClauseFiles
  reason?: string
}

/** The files that test a clause and that implement it in the reference. */
type ClauseFiles = { suites: readonly string[]; reference: readonly string[] }

/** Returns the register in document order, or only the clauses of a role. */
const clauseRows = async ({ services }: Pick<Io, 'services'>, role?: Role): Promise<ClauseRow[]> => {
  const [{ requirementIds, requirements }, { clauseFiles }, { reasonNotObservable }] = await Promise.all([
    import('../../protocol/requirements/index.ts'),
    import('../../suites/support/clause-files.ts'),
    import('./not-observable.ts'),
  ])
  const checks = await services.checks()
  return requirementIds
    .filter(id => role === undefined || requirements[id].roles.includes(role))
    .map(id => {
      const { level, roles, text } = requirements[id]
      const deciding = checks.filter(({ clauses }) => clauses.includes(id))
      const reason = reasonNotObservable(requirements[id])
      return {
        id,
        level,
        roles,
        text,
        checks: deciding.map(check => check.id),
        kinds: Object.fromEntries(deciding.map(check => [check.id, check.kind])),
        fromTable: deciding.filter(({ fromTable }) => fromTable).map(check => check.id),
        files: clauseFiles[id],
        ...(reason === undefined ? {} : { reason }),
      }
    })
}

const rowText = ({ id, level, roles, text, checks, kinds, reason }: ClauseRow, columns: number): string => {
  const named = checks.map(check => (isNamed(kinds[check]) ? `${check} (${kinds[check]})` : check))
  const decided = [named.join(', ') || 'none', ...(reason === undefined ? [] : [reason])].join('. ')
  return `${id}  ${level}  ${roles.join(', ')}\n${wrapped(text, columns, 2)}\n${wrapped(`Checks: ${decided}`, columns, 2)}\n`
}

/** Only the other kinds are shown: most checks name their cases, and those of an open clause observe. */
const isNamed = (kind: CheckKind | undefined): boolean => kind !== 'clause' && kind !== 'observation'
