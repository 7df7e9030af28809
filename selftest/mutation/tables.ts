import { type RequirementId, requirements } from '../../protocol/requirements/index.ts'
import { excluded } from './excluded.ts'
import { ignoreReasons } from './freedom.ts'
import { isTried, type Mutant, type MutationReport, mutantsIn, type Survivor, scoreOf } from './report.ts'
import { type Kind, kinds } from './survivors/reason.ts'

/** Formats a score with one decimal. */
export const percent = (score: number): string => `${score.toFixed(1)} %`

/** Cuts a string to a length. */
export const shorten = (text: string, length = 70): string =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text

const cell = (text: string): string => text.replace(/[\\|<*]/g, '\\$&')
const code = (text: string): string =>
  text === '' ? '(nothing)' : `\`${shorten(text).replaceAll('`', "'").replaceAll('|', '\\|')}\``

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map(row => `| ${row.join(' | ')} |`).join('\n')

const fileRow = (file: string, mutants: readonly Mutant[]): string[] => {
  const count = (...statuses: string[]) => String(mutants.filter(({ status }) => statuses.includes(status)).length)
  const numbers = [count('Killed', 'Timeout'), count('Survived'), count('NoCoverage'), count('Ignored')]
  return [`\`${file}\``, percent(scoreOf(mutants)), ...numbers]
}

/** Returns a row for each file, and one for all of them. */
export const filesTable = (report: MutationReport): string => {
  const rows = Object.entries(report.files)
    .filter(([, { mutants }]) => mutants.some(isTried))
    .map(([file, { mutants }]) => fileRow(file, mutants))
  const [, ...sum] = fileRow('', mutantsIn(report))
  return table(['File', 'Score', 'Noticed', 'Survived', 'Never run', 'Ignored'], [...rows, ['all', ...sum]])
}

/** Returns a row for each clause with the number of mutants that were observed but not decided; open clauses first. */
export const observedTable = (observed: ReadonlyMap<RequirementId, number>): string => {
  const rows = [...observed].map(([clause, count]) => ({ clause, count, ...requirements[clause] }))
  const isOpen = ({ level }: (typeof rows)[number]) => level === 'open'
  const sorted = rows.toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)) || b.count - a.count)
  return table(
    ['Clause', 'Level', 'Mutants', 'About'],
    sorted.map(({ clause, level, count, text }) => [clause, level, String(count), cell(text)]),
  )
}

/** Returns a row for each excluded file, with the reason. */
export const excludedTable = (): string =>
  table(
    ['Files', 'Why'],
    excluded.map(({ files, reason }) => [`\`${files}\``, cell(reason)]),
  )

/** Returns a row for each reason to ignore mutants, with their number. */
export const ignoredTable = (report: MutationReport): string => {
  const ignored = mutantsIn(report).filter(({ status }) => status === 'Ignored')
  const rows = Object.values(ignoreReasons).map(reason => [
    cell(reason),
    String(ignored.filter(({ statusReason }) => statusReason?.includes(reason)).length),
  ])
  return table(['Why', 'Mutants'], rows)
}

/** Returns a row for each kind of survivors, with their number. */
export const kindsTable = (survivors: readonly Survivor[]): string =>
  table(
    ['Survivors', 'Kind'],
    Object.entries(kinds).map(([kind, text]) => [
      String(survivors.filter(({ reason }) => reason?.kind === kind).length),
      cell(text),
    ]),
  )

const survivorsTable = (survivors: readonly Survivor[]): string => {
  const byReason = Map.groupBy(survivors, ({ file, reason }) => `${file} ${reason?.reason}`)
  const rows = [...byReason.values()].map(group => {
    const mutants = group.map(({ at, original, replacement }) => `${at}: ${code(original)} → ${code(replacement)}`)
    return [`\`${group[0]?.file}\``, mutants.join('<br>'), cell(group[0]?.reason?.reason ?? 'No reason yet.')]
  })
  return table(['File', 'Line and mutant', 'Why it may survive'], rows)
}

const kindSection = (kind: Kind | undefined, survivors: readonly Survivor[]): string => {
  const title = kind === undefined ? 'Without a reason' : kinds[kind]
  return `### ${title.split(':')[0]} (${survivors.length})\n\n${title}.\n\n${survivorsTable(survivors)}\n`
}

/** Returns a section with a table for each kind of survivors, the unexplained ones last. */
export const kindSections = (survivors: readonly Survivor[]): string =>
  [...(Object.keys(kinds) as Kind[]), undefined]
    .map(kind => [kind, survivors.filter(({ reason }) => reason?.kind === kind)] as const)
    .filter(([, found]) => found.length > 0)
    .map(([kind, found]) => kindSection(kind, found))
    .join('\n')
