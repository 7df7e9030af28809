import type { Environment } from './keys.ts'

/** What the CI system of a job says in the environment. */
export type Ci = {
  /** The file that Markdown for the summary of the job is appended to. */
  summaryFile?: string
  /** Commands on standard output and standard error are carried out, among them annotations. */
  hasCommands: boolean
}

/** Reads what the CI system says; the one place that knows its variables. */
export const ciOf = ({ GITHUB_STEP_SUMMARY: summaryFile, GITHUB_ACTIONS }: Environment): Ci => ({
  hasCommands: GITHUB_ACTIONS === 'true',
  ...(summaryFile ? { summaryFile } : {}),
})
