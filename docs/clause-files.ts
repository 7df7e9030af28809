import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Check, Suite } from '../harness/clause.ts'
import { isRequirementId, type RequirementId, requirementIds } from '../protocol/requirements/index.ts'
import { crossRoleChecks } from '../suites/cross-role/order-to-payment.ts'
import { root } from './documents.ts'

/** The files that decide a clause, and those that implement it: paths from the root, sorted. */
export type FilesOfClause = { suites: string[]; reference: string[] }

const tag = /\bClauses?: ([A-Z]+-\d\d(?:(?:,| and|, and) [A-Z]+-\d\d)*)\./g

/** The ids after `Clause:` or `Clauses:` in the docstrings of a source text; a list may run over several lines. */
export const taggedClauses = (source: string): string[] =>
  [...source.replace(/\s*\n\s*(?:\*|\/\/) ?/g, ' ').matchAll(tag)].flatMap(
    ([, ids = '']) => ids.match(/[A-Z]+-\d\d/g) ?? [],
  )

const filesMatching = (...globs: string[]): string[] =>
  globs.flatMap(glob =>
    globSync(glob, { cwd: root })
      .map(file => file.replaceAll('\\', '/'))
      .sort(),
  )

const isSuite = (value: unknown): value is Suite =>
  typeof value === 'object' && value !== null && 'checks' in value && Array.isArray(value.checks)

const checksIn = async (file: string): Promise<readonly Check[]> => {
  const exported: Record<string, unknown> = await import(pathToFileURL(join(root, file)).href)
  return Object.values(exported)
    .filter(isSuite)
    .flatMap(suite => suite.checks)
}

/** The checks of two targets together; a run makes them, so they are listed here without one. */
const crossRole = {
  file: 'suites/cross-role/order-to-payment.ts',
  checks: crossRoleChecks(gateway => gateway),
}

type Use = { id: string; kind: keyof FilesOfClause; file: string }

const usesBy = (checks: readonly Check[], file: string): Use[] =>
  checks.flatMap(check => check.clauses.map(id => ({ id, kind: 'suites' as const, file })))

const usesInSuites = async (): Promise<Use[]> => {
  const files = filesMatching('suites/**/*.suite.ts')
  const uses = await Promise.all(files.map(async file => usesBy(await checksIn(file), file)))
  return [...uses.flat(), ...usesBy(crossRole.checks, crossRole.file)]
}

const isImplementation = (file: string): boolean => !/\.test\./.test(file) && !file.startsWith('protocol/requirements/')

const usesInReference = (): Use[] =>
  filesMatching('reference/**/*.ts', 'protocol/**/*.ts')
    .filter(isImplementation)
    .flatMap(file =>
      taggedClauses(readFileSync(join(root, file), 'utf8')).map(id => ({ id, kind: 'reference', file }) as const),
    )

/** Reads the suites and the tags in the reference; throws if a tag names an unknown clause. */
export const collectClauseFiles = async (): Promise<Record<RequirementId, FilesOfClause>> => {
  const uses = [...(await usesInSuites()), ...usesInReference()]
  const stray = uses.find(({ id }) => !isRequirementId(id))
  if (stray !== undefined) throw new Error(`${stray.file} names ${stray.id}, which is not in the register`)
  const filesOf = (id: RequirementId, kind: Use['kind']): string[] => [
    ...new Set(uses.filter(use => use.id === id && use.kind === kind).map(({ file }) => file)),
  ]
  const entries = requirementIds.map(
    id => [id, { suites: filesOf(id, 'suites'), reference: filesOf(id, 'reference') }] as const,
  )
  return Object.fromEntries(entries) as Record<RequirementId, FilesOfClause>
}
