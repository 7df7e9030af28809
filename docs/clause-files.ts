import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Check } from '../harness/clause.ts'
import { isRequirementId, type RequirementId, requirementIds } from '../protocol/requirements/index.ts'
import { crossRoleChecks } from '../suites/cross-role/order-to-payment.ts'
import { suiteFiles } from '../suites/index.ts'
import { root } from './documents.ts'

/** The files that test a clause, and those that implement it: paths from the root, sorted. */
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

/** The checks of two targets together; a run makes them, so they are listed here without one. */
const crossRole = {
  file: 'suites/cross-role/order-to-payment.ts',
  checks: crossRoleChecks(gateway => gateway),
}

type Use = { id: string; kind: keyof FilesOfClause; file: string }

const usesBy = (checks: readonly Check[], file: string): Use[] =>
  checks.flatMap(check => check.clauses.map(id => ({ id, kind: 'suites' as const, file })))

const usesInSuites = (): Use[] => [
  ...suiteFiles
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap(({ path, suites }) => suites.flatMap(({ checks }) => usesBy(checks, `suites/${path}`))),
  ...usesBy(crossRole.checks, crossRole.file),
]

const isImplementation = (file: string): boolean => !/\.test\./.test(file) && !file.startsWith('protocol/requirements/')

const usesInReference = (): Use[] =>
  filesMatching('reference/**/*.ts', 'protocol/**/*.ts')
    .filter(isImplementation)
    .flatMap(file =>
      taggedClauses(readFileSync(join(root, file), 'utf8')).map(id => ({ id, kind: 'reference', file }) as const),
    )

/** Reads the suites and the tags in the reference; throws if a tag names an unknown clause. */
export const collectClauseFiles = (): Record<RequirementId, FilesOfClause> => {
  const uses = [...usesInSuites(), ...usesInReference()]
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
