import type { Report } from '../../schemas/messages.ts'
import type { Certified } from '../certify.ts'
import { type VerdictLine, verdictLine } from '../verdict-lines.ts'
import { certify, type Job, nameOf, subjectsOf } from './jobs.ts'

/** The number of checks with each verdict, and of requests that the run sent. */
type Counts = {
  checks: number
  /** The checks that passed, failed, warned or observed. */
  tried: number
  passed: number
  failed: number
  blocked: number
  requests: number
}

/** The outcome of a certification: every clause, the checks that did not pass, and counts; or why it could not run. */
export type Outcome = Omit<VerdictLine, 'name'> & {
  /** Whether it could run. Verdicts are compared, not judged. */
  isAsExpected: boolean
  seconds: number
  counts?: Counts
}

const isTried = ({ verdict }: Report['checks'][number]): boolean =>
  ['pass', 'fail', 'warn', 'observed'].includes(verdict)

/** Returns the counts of a report; a warning counts as failed. */
const countsOf = ({ checks, run }: Pick<Report, 'checks' | 'run'>): Counts => {
  const those = (...verdicts: string[]) => checks.filter(({ verdict }) => verdicts.includes(verdict)).length
  return {
    checks: checks.length,
    tried: checks.filter(isTried).length,
    passed: those('pass'),
    failed: those('fail', 'warn'),
    blocked: those('blocked'),
    requests: run.requests,
  }
}

/** Returns the values that must stay the same in a certification. */
export const shownBy = (key: string, certified: Certified): Omit<Outcome, 'seconds' | 'isAsExpected'> => {
  const { name: _, checks = {}, ...line } = verdictLine(key, certified)
  const notPassed = Object.entries(checks).filter(([, verdict]) => verdict !== 'pass')
  return { ...line, checks: Object.fromEntries(notPassed), counts: countsOf(certified.report) }
}

/** Runs a job in this process. */
export const runJob = async (job: Job): Promise<Outcome> => {
  const subject = subjectsOf(job.role).find(({ key }) => key === job.key)
  if (subject === undefined) throw new Error(`${nameOf(job)}: no such implementation`)
  const began = performance.now()
  const shown = await certify(subject).then(
    certified => ({ isAsExpected: true, ...shownBy(job.key, certified) }),
    (error: unknown) => ({ isAsExpected: false, error: String(error) }),
  )
  return { ...shown, seconds: Math.round((performance.now() - began) / 100) / 10 }
}
