import type { Environment } from '../keys/read-key.ts'
import { quoted } from './readers.ts'

/** The facts about a job from the environment variables of its CI system. */
export type Ci = {
  /** The file to which Markdown for the job summary is appended. */
  summaryFile?: string
  /** The CI system executes commands on standard output and standard error, such as annotations. */
  hasCommands: boolean
  /** Which of several parallel jobs this is: its index from 1, the variable with the index, and the variable's text. */
  job?: { index: number; of?: number; variable: string; text: string }
}

/** Reads the facts from the environment; only this module knows the variables of CI systems. */
export const ciOf = (env: Environment): Ci => {
  const { GITHUB_STEP_SUMMARY: summaryFile, GITHUB_ACTIONS } = env
  const job = jobOf(env)
  return { hasCommands: GITHUB_ACTIONS === 'true', ...(summaryFile ? { summaryFile } : {}), ...(job ? { job } : {}) }
}

/** The index of a GitLab job (`parallel`, from 1), or of a pod in a Kubernetes Indexed Job (from 0). */
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
