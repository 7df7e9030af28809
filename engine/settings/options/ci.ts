import type { Environment } from '../keys/read-key.ts'
import { quoted } from './readers.ts'

/** The facts about a job that its CI system puts into the environment. */
export type Ci = {
  /** The file that Markdown for the summary of the job is appended to. */
  summaryFile?: string
  /** Commands on standard output and standard error are carried out, among them annotations. */
  hasCommands: boolean
  /** Which of several equal jobs this is: its index from 1, the variable that says so, and its text. */
  job?: { index: number; of?: number; variable: string; text: string }
}

/** Reads the facts from the CI system; the one place that knows its variables. */
export const ciOf = (env: Environment): Ci => {
  const { GITHUB_STEP_SUMMARY: summaryFile, GITHUB_ACTIONS } = env
  const job = jobOf(env)
  return { hasCommands: GITHUB_ACTIONS === 'true', ...(summaryFile ? { summaryFile } : {}), ...(job ? { job } : {}) }
}

/** The index of a job of GitLab (`parallel`, from 1), or of a pod of a Kubernetes Indexed Job (from 0). */
const jobOf = ({ CI_NODE_INDEX, CI_NODE_TOTAL, JOB_COMPLETION_INDEX }: Environment): Ci['job'] => {
  if (CI_NODE_INDEX) {
    const total = integer(CI_NODE_TOTAL ?? '')
    const of = Number.isNaN(total) ? {} : { of: total }
    return { index: integer(CI_NODE_INDEX), ...of, variable: 'CI_NODE_INDEX', text: quoted(CI_NODE_INDEX) }
  }
  if (!JOB_COMPLETION_INDEX) return undefined
  const variable = 'JOB_COMPLETION_INDEX'
  return { index: integer(JOB_COMPLETION_INDEX) + 1, variable, text: quoted(JOB_COMPLETION_INDEX) }
}

const integer = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : Number.NaN)
