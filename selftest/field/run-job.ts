import { requirements } from '../../protocol/requirements/index.ts'
import type { Report } from '../../schemas/messages.ts'
import { type Job, nameOf } from '../campaigns/field/jobs.ts'
import { type Certified, clausesThat } from '../certify.ts'
import { type VerdictLine, verdictLine } from '../verdict-lines.ts'
import { certifyUnder } from './certify.ts'
import { conditions, loopback } from './conditions.ts'
import { fieldMutants } from './mutants.ts'
import { certifyStarved } from './starved.ts'

/** The outcome of a certification under a condition. */
export type Outcome = {
  /** The reference is conformant and nothing failed, warned or was blocked; a mutant is found by the clause that it breaks. */
  isAsExpected: boolean
  verdict: Report['verdict']
  seconds: number
  requests: number
  /** The checks that failed, warned or were blocked, each with its reason. */
  problems: string[]
}

/** The outcome of a job, with every verdict. */
export type JobReport = Outcome & { line: VerdictLine }

const problemsOf = ({ report }: Certified): string[] => [
  ...(report.preflight ?? [])
    .filter(({ ok }) => !ok)
    .map(({ severity, message }) => `preflight, ${severity}: ${message}`),
  ...report.checks
    .filter(({ verdict }) => ['fail', 'warn', 'blocked'].includes(verdict))
    .map(({ id, verdict, message, reason }) => `${verdict} ${id}: ${(message ?? reason ?? '').slice(0, 300)}`),
]

/** The reason of a check that is blocked because this machine or the target was too slow: it has the measured seconds. */
const measuredSlowness = /slow.*\d s\b|\d s\b.*slow/i

/** Returns whether nothing failed, and every blocked check says how slow it was. */
const isUnharmed = ({ report, exitCode }: Certified): boolean =>
  (exitCode === 0 || exitCode === 3) &&
  report.checks.every(
    ({ verdict, reason = '' }) =>
      !['fail', 'warn'].includes(verdict) && (verdict !== 'blocked' || measuredSlowness.test(reason)),
  )

const isSpotless = (certified: Certified): boolean =>
  certified.report.verdict === 'conformant' && clausesThat(certified, 'fail', 'warn', 'blocked').length === 0

/** Runs a job in this process. Throws if the harness itself fails. */
export const runJob = async (job: Job): Promise<JobReport> => {
  const condition = [...conditions, loopback].find(({ name }) => name === job.condition)
  const mutant = fieldMutants(job.role).find(({ name }) => name === job.mutant)
  if (condition === undefined || (mutant === undefined && job.mutant !== undefined))
    throw new Error(`${nameOf(job)}: no such condition or mutant`)
  const began = performance.now()
  const certified = condition.isStarved
    ? await certifyStarved(job.role, job)
    : await certifyUnder(condition, job.role, mutant ?? { name: 'the reference', story: '' }, {
        seed: job.seed,
        depth: job.depth,
        ...(mutant ? { only: [mutant.breaks] } : {}),
      })
  const isFine = condition.isStarved ? isUnharmed : isSpotless
  const expected = mutant && (requirements[mutant.breaks].level === 'must' ? 'fail' : 'warn')
  const isAsExpected = mutant && expected ? clausesThat(certified, expected).includes(mutant.breaks) : isFine(certified)
  const { verdict, run } = certified.report
  return {
    isAsExpected,
    verdict,
    seconds: Math.round((performance.now() - began) / 100) / 10,
    requests: run.requests,
    problems: problemsOf(certified),
    line: verdictLine(nameOf(job), certified),
  }
}
