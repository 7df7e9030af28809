/**
 * Puts the fragments of changes/ into CHANGELOG.md, as npm version asks for it: `npm run release -- minor`. With `--check` it writes nothing.
 * Exits 1 with the reason if a fragment cannot be used or the version does not fit.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv, env } from 'node:process'
import { root as checkout } from '../documents.ts'
import { readFragments, sectionOf } from './fragments.ts'

/** From which version to which; `date` is the day of the release, as 2026-12-01. */
type Release = { from: string; to: string; date: string }

const isPatch = ({ from, to }: Release): boolean => {
  const [a, b] = [from, to].map(version => version.split('.').slice(0, 2).join('.'))
  return a === b
}

/** Returns why the fragments below `root` cannot become this version. */
export const problemsOf = (root: string, release: Release): string[] => {
  const read = readFragments(root)
  const stricter = read.flatMap(({ fragment }) => (/red|warn/.test(fragment.turns ?? '') ? [fragment.path] : []))
  return [
    ...read.flatMap(({ problems }) => problems),
    ...(read.length === 0 ? ['changes/ is empty: there is nothing to release.'] : []),
    ...(isPatch(release) && stricter.length > 0
      ? [
          `${release.to} is a patch, and targets can turn red or warn by ${stricter.join(', ')}: release a minor version.`,
        ]
      : []),
  ]
}

const replaceIn = (root: string, name: string, change: (text: string) => string): void =>
  writeFileSync(join(root, name), change(readFileSync(join(root, name), 'utf8')))

/** Writes the section of the version above the last one, removes the fragments, and names the new package in the README. */
export const compile = (root: string, { from, to, date }: Release): void => {
  const fragments = readFragments(root).map(({ fragment }) => fragment)
  const section = sectionOf(to, date, fragments)
  replaceIn(root, 'CHANGELOG.md', text => text.replace(/^## /m, heading => `${section}\n${heading}`))
  replaceIn(root, 'README.md', text => text.replaceAll(`oc-conformance-${from}.tgz`, `oc-conformance-${to}.tgz`))
  for (const { path } of fragments) rmSync(join(root, path))
}

const run = (): string[] => {
  const { npm_old_version: from, npm_new_version: to } = env
  if (from === undefined || to === undefined) return ['Give the version to npm: npm run release -- minor']
  const release = { from, to, date: new Date().toISOString().slice(0, 10) }
  const problems = problemsOf(checkout, release)
  if (problems.length === 0 && !argv.includes('--check')) compile(checkout, release)
  return problems
}

if (import.meta.main) {
  const problems = run()
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
}
