import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Suite, suitesDefinedBy } from '../harness/clause.ts'
import type { Role } from '../protocol/operations.ts'
import { requirementIds } from '../protocol/requirements/index.ts'
import { scheduleOf } from './measured.ts'

/** A suite file and the suites that it defines. `path` is relative to this folder, with slashes. */
export type SuiteFile = { readonly path: string; readonly suites: readonly Suite[] }

/** Returns the suite files of a folder, in source or compiled. */
const pathsIn = (folder: string): string[] =>
  readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' })
    .map(file => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter(path => /\.suite\.[jt]s$/.test(path))

const load = async (path: string): Promise<SuiteFile> => {
  const { href } = pathToFileURL(join(import.meta.dirname, path))
  const suites = await suitesDefinedBy(() => import(href))
  // A module runs only once, so a file that was already imported defines nothing here.
  if (suites.length === 0) throw new Error(`suites/${path} defines no suite, or was imported before`)
  const scheduled = suites.map(suite => ({
    ...suite,
    checks: suite.checks.map(check => ({ ...check, ...scheduleOf(check.id) })),
  }))
  return { path, suites: scheduled }
}

const loaded = new Map<string, Promise<SuiteFile>>()
let latest: Promise<unknown> = Promise.resolve()

/** Loads a suite file once, after all others: each suite belongs to the file that is being loaded. */
export const loadSuiteFile = (path: string): Promise<SuiteFile> => {
  const known = loaded.get(path)
  if (known !== undefined) return known
  const file = latest.then(() => load(path))
  loaded.set(path, file)
  latest = file
  return file
}

/** Returns the position in the register of a file's clause. */
const positionOf = ({ suites }: SuiteFile): number => {
  const [id] = suites.flatMap(({ checks }) => checks.flatMap(({ clauses }) => clauses))
  return id === undefined ? -1 : requirementIds.indexOf(id)
}

/** Returns the words of a file's name: '04-expired-order.suite.ts' and '04-expired-order.suite.js' give 'expired-order'. */
const slugOf = ({ path }: SuiteFile): string => basename(path).replace(/^\d\d-|\.suite\.[jt]s$/g, '')

/** Compares files by their clause in the register, then by slug, then by folder. */
const inOrder = (a: SuiteFile, b: SuiteFile): number => {
  const [nameOfA, nameOfB] = [a, b].map(file => `${slugOf(file)} ${file.path}`) as [string, string]
  return positionOf(a) - positionOf(b) || (nameOfA < nameOfB ? -1 : 1)
}

/** Loads the suite files of a role, or of all roles, in the order of their checks. */
export const loadSuiteFiles = async (role?: Role): Promise<readonly SuiteFile[]> => {
  const folders = ['every-role', ...(role === undefined ? ['gateway', 'merchant', 'kyc'] : [role])]
  const files = await Promise.all(folders.flatMap(pathsIn).toSorted().map(loadSuiteFile))
  return files.toSorted(inOrder)
}
