import type { Certified } from './certify.ts'

/** What one certification showed, as a line of an NDJSON file; `error` where it could not be carried out. */
export type VerdictLine = {
  name: string
  error?: string
  exitCode?: number
  verdict?: string
  clauses?: Readonly<Record<string, string>>
  checks?: Readonly<Record<string, string>>
  observations?: Readonly<Record<string, unknown>>
}

/** Returns what must not change when behaviour does not change: verdicts and observations, and no texts or times. */
export const verdictLine = (name: string, { report, exitCode }: Certified): VerdictLine => ({
  name,
  exitCode,
  verdict: report.verdict,
  clauses: Object.fromEntries(report.clauses.map(({ id, verdict }) => [id, verdict])),
  checks: Object.fromEntries(report.checks.map(({ id, verdict }) => [id, verdict])),
  observations: Object.fromEntries(
    report.observations.map(({ check, clause, value }) => [`${check} ${clause}`, value]),
  ),
})

/** Reads the lines of an NDJSON file; of two lines with one name the later counts. */
export const parseLines = (text: string): Map<string, VerdictLine> =>
  new Map(
    text
      .split('\n')
      .filter(line => line.trim() !== '')
      .map(line => JSON.parse(line) as VerdictLine)
      .map(line => [line.name, line]),
  )

const groups = ['clauses', 'checks', 'observations'] as const

const show = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value))

const differencesOf = (before: VerdictLine, after: VerdictLine): string[] => {
  const pairs: [string, unknown, unknown][] = [
    ...(['error', 'exitCode', 'verdict'] as const).map((key): [string, unknown, unknown] => [
      key,
      before[key],
      after[key],
    ]),
    ...groups.flatMap(group => {
      const ids = new Set([...Object.keys(before[group] ?? {}), ...Object.keys(after[group] ?? {})])
      return [...ids].map((id): [string, unknown, unknown] => [id, before[group]?.[id], after[group]?.[id]])
    }),
  ]
  return pairs
    .filter(([, a, b]) => JSON.stringify(a) !== JSON.stringify(b))
    .map(([id, a, b]) => `${before.name}: ${id} was ${show(a)}, is ${show(b)}`)
}

/** Returns a sentence for each difference between two files; names that only one of them has are differences, too. */
export const compareLines = (
  before: ReadonlyMap<string, VerdictLine>,
  after: ReadonlyMap<string, VerdictLine>,
): string[] => [
  ...[...before].flatMap(([name, line]) => {
    const other = after.get(name)
    return other === undefined ? [`${name}: only in the first file`] : differencesOf(line, other)
  }),
  ...[...after.keys()].filter(name => !before.has(name)).map(name => `${name}: only in the second file`),
]
