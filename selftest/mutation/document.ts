/**
 * Writes selftest/results/mutation.md from the report of StrykerJS, and the score of a run over all files into the record of
 * docs/proof.md: `node selftest/mutation/document.ts`. Exits 1 if a mutant survived without a reason in survivors/.
 */
import { globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { roles } from '../../protocol/operations.ts'
import { checksOf } from '../../suites/index.ts'
import { recordFigure } from '../proven.ts'
import { excluded } from './excluded.ts'
import {
  type ClausesOf,
  isTried,
  type Mutant,
  type MutationReport,
  mutantsIn,
  observedOnly,
  scoreByVerdicts,
  scoreOf,
  scoreWhereDecided,
  survivorsOf,
} from './report.ts'
import { reasons } from './survivors/index.ts'
import type { Reason } from './survivors/reason.ts'
import {
  excludedTable,
  filesTable,
  ignoredTable,
  kindSections,
  kindsTable,
  observedTable,
  percent,
  shorten,
} from './tables.ts'

const clausesOfChecks: ClausesOf = new Map(
  roles.flatMap(role => checksOf(role).map(({ id, clauses }) => [id, clauses] as const)),
)

/** Returns the score of all mutants, by verdicts only, and where the document decides. */
export const mutationFigure = (all: readonly Mutant[]): string => {
  const tried = all.filter(isTried).length.toLocaleString('en')
  return `${percent(scoreOf(all))} of ${tried} mutants; ${percent(scoreByVerdicts(all))} by verdicts alone, which is ${percent(scoreWhereDecided(all, clausesOfChecks))} of those on which the document carries a verdict`
}

const scoreLine = (all: readonly Mutant[]): string =>
  `Score: ${mutationFigure(all)}. ${all.filter(mutant => !isTried(mutant)).length} more are ignored, for the reasons below.`

/** Returns the text of mutation.md. */
export const documentOf = (report: MutationReport, known: readonly Reason[] = reasons): string => {
  const survivors = survivorsOf(report, known)
  const all = mutantsIn(report)
  return `# Mutants of the reference

StrykerJS plants thousands of small faults in the reference, one at a time, and the conformance suites must notice them. A mutant
is tried by certifications of each role, in test and in production, not by the unit tests. It is noticed if a check fails or is
blocked, if the run does not end conformant, or if the process crashes or hangs. Where the document leaves a choice, it is also
noticed if the suites observe a different choice than the unchanged reference makes, or find nothing to try. A survivor shows either a
clause without a sharp check, or code that no clause is about. Those of the second kind are listed here, each with its reason.

${scoreLine(all)}

## By file

${filesTable(report)}

## Observed, not decided

Mutants that only make another choice are noticed by an observation. At an open clause the document carries no verdict. At a must or a
should clause a check no longer applies: the reference then declares, offers or repeats less than it did, which is allowed.

${observedTable(observedOnly(all, clausesOfChecks))}

## Ignored

${excludedTable()}

In the other files:

${ignoredTable(report)}

## Survivors

${kindsTable(survivors)}

${kindSections(survivors)}`
}

const pathOf = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url))

/** Returns whether a report has every mutated file: a partial run has no figure. */
const isOfAllFiles = ({ files }: MutationReport): boolean =>
  globSync('reference/**/*.ts', { cwd: pathOf('.'), exclude: excluded.map(({ files }) => files) }).every(
    file => files[file.replaceAll('\\', '/')] !== undefined,
  )

const run = (): number => {
  const source = pathOf('coverage/mutation/mutation.json')
  const report: MutationReport = JSON.parse(readFileSync(source, 'utf8'))
  mkdirSync(pathOf('selftest/results'), { recursive: true })
  writeFileSync(pathOf('selftest/results/mutation.md'), documentOf(report))
  if (isOfAllFiles(report)) {
    const date = statSync(source).mtime.toISOString().slice(0, 10)
    recordFigure('mutation', { figure: mutationFigure(mutantsIn(report)), date })
  }
  const survivors = survivorsOf(report)
  const unexplained = survivors.filter(({ reason }) => reason === undefined)
  for (const { file, at, original, replacement } of unexplained)
    console.error(`${file}:${at} survives without a reason: ${shorten(original)} → ${shorten(replacement)}`)
  for (const { file, at } of reasons.filter(reason => !survivors.some(survivor => survivor.reason === reason)))
    console.error(`${file}: no mutant survives any more at ${at.join(', ')}`)
  return unexplained.length === 0 ? 0 : 1
}

if (import.meta.main) process.exitCode = run()
