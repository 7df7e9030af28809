import type { Certified } from './certify.ts'

/** The outcome of a certification; `error` if it could not run. */
export type VerdictLine = {
  name: string
  error?: string
  exitCode?: number
  verdict?: string
  clauses?: Readonly<Record<string, string>>
  checks?: Readonly<Record<string, string>>
  observations?: Readonly<Record<string, unknown>>
}

/** Returns the lines that must not change unless behaviour does: verdicts and observations, without texts and times. */
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
