/**
 * Writes members.md, patience.md, limits.md, proof.md, the catalog of the checks, the files of each clause and the figures that reports show,
 * from the register, the suites and the records of the self-test: `node docs/generate.ts`. With `--check` it writes nothing and exits 1 if a file is stale.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import { plainCheck } from '../harness/check.ts'
import { roles } from '../protocol/operations.ts'
import { figuresOf } from '../selftest/figures.ts'
import { suiteFiles } from '../suites/index.ts'
import { collectClauseFiles } from './clause-files.ts'
import { limitsText } from './limits.ts'
import { membersText } from './members.ts'
import { patienceText } from './patience.ts'
import { proofText } from './proof.ts'

/** Lists the checks of each suite file, one per line: how each differs from a plain check, without its schedule, which is measured. */
const catalogText = (): string => {
  const entries = suiteFiles.map(({ path, suites }) => {
    const checks = suites
      .flatMap(suite => suite.checks)
      .map(({ run: _, waits: _waits, long: _long, ...check }) =>
        Object.fromEntries(Object.entries(check).filter(([name, value]) => Object(plainCheck)[name] !== value)),
      )
    const lines = checks.map(check => `    ${JSON.stringify(check)}`)
    return `  ${JSON.stringify(path.replace(/\.[jt]s$/, ''))}: [\n${lines.join(',\n')}\n  ]`
  })
  return `{\n${entries.join(',\n')}\n}\n`
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

const pathTo = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Returns each generated file: path and text. */
const generated = async (): Promise<Record<string, string>> => ({
  [pathTo('members.md')]: membersText(),
  [pathTo('limits.md')]: limitsText(),
  [pathTo('patience.md')]: patienceText(),
  [pathTo('proof.md')]: proofText(),
  [pathTo('../suites/support/selftest-figures.json')]: json(
    Object.fromEntries(roles.map(role => [role, figuresOf(role)])),
  ),
  [pathTo('../suites/support/clause-files.json')]: json(collectClauseFiles()),
  [pathTo('../suites/catalog.json')]: catalogText(),
})

/** Writes the files unless `check` is set, and returns the paths of those that are stale. */
const run = async (check: boolean): Promise<string[]> =>
  Object.entries(await generated()).flatMap(([file, text]) => {
    if (!check) writeFileSync(file, text)
    return existsSync(file) && readFileSync(file, 'utf8') === text ? [] : [file]
  })

if (import.meta.main) {
  const stale = await run(argv.includes('--check'))
  process.exitCode = stale.length === 0 ? 0 : 1
  for (const file of stale)
    console.error(
      `${relative(process.cwd(), file)} differs from the register, the suites and the self-test: run npm run generate`,
    )
}
