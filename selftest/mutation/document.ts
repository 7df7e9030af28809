/**
 * Writes docs/mutation.md from the report of StrykerJS: `node selftest/mutation/document.ts`. Exits 1 if a mutant
 * survived without a reason in survivors/.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { excluded } from './excluded.ts'
import { leftAlone } from './freedom.ts'
import { reasons } from './survivors/index.ts'
import { type Kind, kinds, type Reason } from './survivors/reason.ts'

/** A mutant in the report of StrykerJS (`MutantResult` in its schema); lines and columns count from 1. */
export type Mutant = {
  mutatorName: string
  replacement?: string
  status: string
  statusReason?: string
  location: Record<'start' | 'end', { line: number; column: number }>
}
export type MutationReport = { files: Record<string, { source: string; mutants: readonly Mutant[] }> }

/** A mutant that nothing noticed; `line` is the source line that it begins in. */
export type Survivor = {
  file: string
  at: number
  line: string
  original: string
  replacement: string
  reason?: Reason
}

const isUndetected = ({ status }: Mutant): boolean => status === 'Survived' || status === 'NoCoverage'
const isDetected = ({ status }: Mutant): boolean => status === 'Killed' || status === 'Timeout'

const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

const originalOf = (source: string, { location: { start, end } }: Mutant): string => {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  const last = lines.length - 1
  return lines
    .map((line, at) => line.slice(at === 0 ? start.column - 1 : 0, at === last ? end.column - 1 : undefined))
    .join(' ')
}

const isExplainedBy = ({ file, line, replacement }: Survivor, reason: Reason): boolean =>
  reason.file === file &&
  reason.at.some(text => line.includes(text)) &&
  (reason.only?.some(text => replacement.includes(text)) ?? true)

/** Returns the survivors in the order of the files, with the reason of each if there is one. */
export const survivorsOf = ({ files }: MutationReport, known: readonly Reason[] = reasons): Survivor[] =>
  Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants.filter(isUndetected).map(mutant => {
      const { line: at } = mutant.location.start
      const line = (source.split('\n')[at - 1] ?? '').trim()
      const original = onOneLine(originalOf(source, mutant))
      const survivor = { file, at, line, original, replacement: onOneLine(mutant.replacement ?? '') }
      const reason = known.find(one => isExplainedBy(survivor, one))
      return reason === undefined ? survivor : { ...survivor, reason }
    }),
  )

/** Returns the share of tried mutants that were noticed, in percent; 100 if none was tried. */
export const scoreOf = (mutants: readonly Mutant[]): number => {
  const detected = mutants.filter(isDetected).length
  const undetected = mutants.filter(isUndetected).length
  return detected + undetected === 0 ? 100 : (100 * detected) / (detected + undetected)
}

/** Tells whether a mutant only made another choice that the document leaves open. */
const isChoice = ({ status, statusReason }: Mutant): boolean =>
  status === 'Killed' && / observes .*, not /.test(statusReason ?? '')

const scoreByVerdicts = (mutants: readonly Mutant[]): number =>
  scoreOf(mutants.map(one => (isChoice(one) ? { ...one, status: 'Survived' } : one)))

const percent = (score: number): string => `${score.toFixed(1)} %`
const short = (text: string, length = 70): string => (text.length > length ? `${text.slice(0, length - 1)}…` : text)
const cell = (text: string): string => text.replace(/[\\|<*]/g, '\\$&')
const code = (text: string): string =>
  text === '' ? '(nothing)' : `\`${short(text).replaceAll('`', "'").replaceAll('|', '\\|')}\``

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map(row => `| ${row.join(' | ')} |`).join('\n')

const fileRow = (file: string, mutants: readonly Mutant[]): string[] => {
  const count = (...statuses: string[]) => String(mutants.filter(({ status }) => statuses.includes(status)).length)
  const numbers = [count('Killed', 'Timeout'), count('Survived'), count('NoCoverage'), count('Ignored')]
  return [`\`${file}\``, percent(scoreOf(mutants)), ...numbers]
}

const filesTable = ({ files }: MutationReport): string => {
  const all = Object.values(files).flatMap(({ mutants }) => mutants)
  const rows = Object.entries(files)
    .filter(([, { mutants }]) => mutants.some(mutant => isDetected(mutant) || isUndetected(mutant)))
    .map(([file, { mutants }]) => fileRow(file, mutants))
  const [, ...sum] = fileRow('', all)
  return table(['File', 'Score', 'Noticed', 'Survived', 'Never run', 'Left alone'], [...rows, ['all', ...sum]])
}

const survivorRows = (survivors: readonly Survivor[]): string => {
  const byReason = Map.groupBy(survivors, ({ file, reason }) => `${file} ${reason?.reason}`)
  const rows = [...byReason.values()].map(group => {
    const mutants = group.map(({ at, original, replacement }) => `${at}: ${code(original)} → ${code(replacement)}`)
    return [`\`${group[0]?.file}\``, mutants.join('<br>'), cell(group[0]?.reason?.reason ?? 'No reason yet.')]
  })
  return table(['File', 'Line and mutant', 'Why it may live'], rows)
}

const kindText = (kind: Kind | undefined, survivors: readonly Survivor[]): string => {
  const title = kind === undefined ? 'Without a reason' : kinds[kind]
  return `### ${title.split(':')[0]} (${survivors.length})\n\n${title}.\n\n${survivorRows(survivors)}\n`
}

const kindsTable = (survivors: readonly Survivor[]): string =>
  table(
    ['Survivors', 'Kind'],
    Object.entries(kinds).map(([kind, text]) => [
      String(survivors.filter(one => one.reason?.kind === kind).length),
      cell(text),
    ]),
  )

const leftAloneTable = ({ files }: MutationReport): string => {
  const ignored = Object.values(files).flatMap(({ mutants }) => mutants.filter(({ status }) => status === 'Ignored'))
  const rows = Object.values(leftAlone).map(reason => [
    cell(reason),
    String(ignored.filter(({ statusReason }) => statusReason?.includes(reason)).length),
  ])
  return table(['Why', 'Mutants'], rows)
}

/** Returns the text of docs/mutation.md. */
export const documentOf = (report: MutationReport, known: readonly Reason[] = reasons): string => {
  const survivors = survivorsOf(report, known)
  const all = Object.values(report.files).flatMap(({ mutants }) => mutants)
  const tried = all.filter(one => isDetected(one) || isUndetected(one)).length
  const named = (Object.keys(kinds) as Kind[]).map(
    kind => [kind, survivors.filter(one => one.reason?.kind === kind)] as const,
  )
  const groups = [...named, [undefined, survivors.filter(one => one.reason === undefined)] as const]
  return `<!-- biome-ignore-all format: generated by selftest/mutation/document.ts. Do not edit: change selftest/mutation/survivors/, run npm run mutation. -->

# Mutants of the reference

The conformance suites are tried on the reference with thousands of small faults in it, one at a time. StrykerJS makes the faults;
its tests are not the unit tests, but certifications of each role, in test and in production. A mutant is noticed when a check is
broken or blocked, when the run does not end conformant, or when the process crashes or hangs; where the document leaves a
choice, when the suites observe another one than the unchanged reference makes, or find nothing to try. What survives is
either a clause without a sharp check, or code that no clause is about: the second kind is listed here, each with its reason.

**Score: ${percent(scoreOf(all))}** of ${tried} mutants; ${percent(scoreByVerdicts(all))} by verdicts alone. ${all.length - tried} more are left alone, for the reasons below.

\`npm run mutation\` makes this document again. It took 28 minutes on two cores, and is no part of \`npm test\`.

## By file

${filesTable(report)}

## What is left alone

${table(
  ['Files', 'Why'],
  excluded.map(({ files, reason }) => [`\`${files}\``, cell(reason)]),
)}

In the other files:

${leftAloneTable(report)}

## Survivors

${kindsTable(survivors)}

${groups
  .filter(([, found]) => found.length > 0)
  .map(([kind, found]) => kindText(kind, found))
  .join('\n')}`
}

const root = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

const run = (): number => {
  const report: MutationReport = JSON.parse(readFileSync(root('coverage/mutation/mutation.json'), 'utf8'))
  writeFileSync(root('docs/mutation.md'), documentOf(report))
  const survivors = survivorsOf(report)
  const open = survivors.filter(({ reason }) => reason === undefined)
  for (const { file, at, original, replacement } of open)
    console.error(`${file}:${at} survives without a reason: ${short(original)} → ${short(replacement)}`)
  for (const one of reasons.filter(reason => !survivors.some(survivor => survivor.reason === reason)))
    console.error(`${one.file}: nothing survives any more at ${one.at.join(', ')}`)
  return open.length === 0 ? 0 : 1
}

if (import.meta.main) process.exitCode = run()
