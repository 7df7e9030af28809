import type { Certified } from './certify.ts'

/** What one certification showed; `error` where it could not be carried out. */
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
