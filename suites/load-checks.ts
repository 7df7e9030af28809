import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Check, Suite } from '../harness/clause.ts'
import type { Role } from '../protocol/operations.ts'
import { inOrder } from './order.ts'

/** Returns the suite files of a folder: as they are written, or compiled. */
const suiteFiles = (folder: string): string[] =>
  readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' })
    .filter(file => /\.suite\.[jt]s$/.test(file))
    .map(file => join(import.meta.dirname, folder, file))

const isSuite = (entry: [string, unknown]): entry is [string, Suite] =>
  typeof entry[1] === 'object' && entry[1] !== null && 'checks' in entry[1]

/** Loads the checks that apply to a role, and nothing of other roles: the same as `checksOf`, which takes longer. */
export const loadChecksOf = async (role: Role): Promise<readonly Check[]> => {
  const files = [...suiteFiles('every-role'), ...suiteFiles(role)]
  const modules: object[] = await Promise.all(files.map(file => import(pathToFileURL(file).href)))
  const suites = inOrder(modules.flatMap(module => Object.entries(module).filter(isSuite)))
  return suites.flatMap(({ checks }) => checks).filter(({ roles }) => roles.includes(role))
}
