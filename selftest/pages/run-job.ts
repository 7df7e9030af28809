import { inBrowser } from '../../implementations/support/in-browser.ts'
import { requirements } from '../../protocol/requirements/index.ts'
import type { Report } from '../../schemas/messages.ts'
import { type Certified, certifyImplementation, clausesThat } from '../certify.ts'
import { depthFor } from '../mutants/depth.ts'
import { withDriver, withSessionsOf } from '../support/drivers.ts'
import { type Job, nameOf, scriptedVariantsOf } from './jobs.ts'
import { pageChecksFor, pageMutantsOf } from './page-checks.ts'
import { unseen } from './unseen.ts'

/** The outcome of a job. */
export type Outcome = {
  /**
   * A mutant is found by the clause that it breaks, unless `unseen.ts` says why not. A variant is conformant in the browser; with forms
   * it is blocked, and the reason names the setting. No other clause fails.
   */
  isAsExpected: boolean
  verdict: Report['verdict']
  seconds: number
  /** The checks that find a mutant. */
  found: string[]
  /** The checks that find a mutant with forms, but not in the browser. */
  silent: string[]
  /** The checks that failed, warned or were blocked and should not have, each with its reason. */
  problems: string[]
}

type Shown = Omit<Outcome, 'seconds' | 'verdict'> & { certified: Certified }
type Check = Report['checks'][number]

const hasFailed = ({ verdict }: Check): boolean => verdict === 'fail' || verdict === 'warn'

const describe = ({ id, verdict, message, reason }: Check): string =>
  `${verdict} ${id}: ${(message ?? reason ?? '').slice(0, 300)}`

/** Runs a job in this process. Throws if the harness itself fails. */
export const runJob = async (job: Job): Promise<Outcome> => {
  const began = performance.now()
  const { certified, ...shown } = await (job.task === 'mutant' ? tryMutant(job) : tryVariant(job))
  const seconds = Math.round((performance.now() - began) / 100) / 10
  return { ...shown, verdict: certified.report.verdict, seconds }
}

/** The lifetime of a session in seconds: at most as long as the check of PAGE-06 waits for its end. */
const sessionSeconds = 10

const tryMutant = async (job: Job & { task: 'mutant' }): Promise<Shown> => {
  const mutant = pageMutantsOf(job.role).find(({ name }) => name === job.name)
  if (mutant === undefined) throw new Error(`${nameOf(job)}: no such mutant`)
  const only = pageChecksFor(job.role, mutant)
  const certified = await certifyImplementation(job.role, withSessionsOf(sessionSeconds, mutant), {
    ...inBrowser,
    ...depthFor(mutant),
    only,
  })
  const { checks } = certified.report
  const expected = requirements[mutant.breaks].level === 'must' ? 'fail' : 'warn'
  const isFound = clausesThat(certified, expected).includes(mutant.breaks)
  const found = checks.filter(hasFailed).map(({ id }) => id)
  const allowed = [mutant.breaks, ...(mutant.alsoBreaks ?? [])]
  const unexpected = clausesThat(certified, 'fail', 'warn').filter(id => !allowed.includes(id))
  return {
    certified,
    isAsExpected: isFound === (unseen[mutant.name] === undefined) && unexpected.length === 0,
    found,
    silent: only.filter(id => !found.includes(id)),
    problems: [
      ...unexpected.map(id => `also fails: ${id}`),
      ...checks.filter(({ verdict }) => verdict === 'blocked').map(describe),
    ],
  }
}

/** The reason of every check that forms cannot try: the page needs script, and which setting makes a browser use it. */
const namesSetting = /needs script.*pages\.(?:checkout|consent)/

const tryVariant = async (job: Job & { task: 'variant' }): Promise<Shown> => {
  const variant = scriptedVariantsOf[job.role].find(({ name }) => name === job.name)
  if (variant === undefined) throw new Error(`${nameOf(job)}: no such variant`)
  const certified = await certifyImplementation(job.role, withDriver(job.driver, variant), { depth: 'quick' })
  const { checks, verdict } = certified.report
  const blocked = checks.filter(check => check.verdict === 'blocked')
  const isForForms = job.driver === 'forms'
  const wrong = checks.filter(
    check => hasFailed(check) || (blocked.includes(check) && !(isForForms && namesSetting.test(check.reason ?? ''))),
  )
  const isAsExpected = wrong.length === 0 && verdict === (isForForms ? 'incomplete' : 'conformant')
  return { certified, isAsExpected, found: [], silent: [], problems: wrong.map(describe) }
}
