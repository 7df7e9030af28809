import { extname } from 'node:path'
import { type CheckDescription, plainCheck } from '../harness/check.ts'
import type { Check } from '../harness/clause.ts'
import type { Role } from '../protocol/operations.ts'
import record from './catalog.json' with { type: 'json' }
import { loadSuiteFile } from './load.ts'
import { scheduleOf } from './measured.ts'

/** The entry of a check in the record: everything that differs from a plain one. Its schedule is measured. */
type Recorded = Omit<CheckDescription, keyof typeof plainCheck> & Partial<CheckDescription>

const files = Object.entries(record as unknown as Readonly<Record<string, readonly Recorded[]>>)

const fileOf = new Map(files.flatMap(([file, checks]) => checks.map(({ id }) => [id, file] as const)))

/** Every check of every role without its code, in run order. Loads no suite. */
export const catalog: readonly CheckDescription[] = files.flatMap(([, checks]) =>
  checks.map(check => ({ ...plainCheck, ...check, ...scheduleOf(check.id) })),
)

/** Returns the checks that apply to a role, without their code. */
export const catalogOf = (role: Role): readonly CheckDescription[] =>
  catalog.filter(({ roles }) => roles.includes(role))

/** Loads checks of the catalog, in order; loads only the suite files that define them. */
export const loadChecks = async (wanted: readonly CheckDescription[]): Promise<readonly Check[]> => {
  const paths = new Set(wanted.flatMap(({ id }) => fileOf.get(id) ?? []))
  const loaded = await Promise.all([...paths].map(path => loadSuiteFile(`${path}${extname(import.meta.filename)}`)))
  const byId = new Map(
    loaded.flatMap(({ suites }) => suites.flatMap(({ checks }) => checks.map(each => [each.id, each]))),
  )
  return wanted.map(({ id }) => {
    const check = byId.get(id)
    if (check === undefined) throw new Error(`no suite defines ${id}: run npm run generate`)
    return check
  })
}
