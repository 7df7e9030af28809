import PQueue from 'p-queue'
import { type CheckResult, runCheck } from '../../engine/checks/run-check.ts'
import { selects } from '../../engine/checks/selection.ts'
import { concurrency } from '../../engine/open-client.ts'
import { type OpenRun, openRun } from '../../engine/open-run.ts'
import { assemble } from '../../engine/report/assemble.ts'
import { measureSince } from '../../engine/report/measured.ts'
import { phasesOf } from '../../engine/runner/order.ts'
import { plainSettings } from '../../engine/settings/plain-settings.test.support.ts'
import type { RunSettings } from '../../engine/settings/settings.ts'
import { startReference } from '../../engine/target/reference-target.ts'
import { targetFactsOf } from '../../engine/target/target-facts.ts'
import { verdictOf } from '../../engine/verdicts.ts'
import type { Check } from '../../harness/clause.ts'
import { referenceProfile } from '../../protocol/profile.ts'
import { requirements } from '../../protocol/requirements/index.ts'
import { present } from '../../protocol/time.ts'
import { checksOf } from '../../suites/index.ts'
import { observedIn } from './observed.ts'
import type { Certification } from './tests.ts'

/** The timeout of a response, in milliseconds. */
const timeoutMs = 5_000

/** The timeout of a certification, in milliseconds. */
const longestMs = 300_000

/** A choice that differs from the unchanged reference, and the check that observed it. */
export type Choice = { message: string; check: string }

/**
 * A fault, and the check that found it, if any. With `choices` it is not a fault: the reference only chose differently where the document
 * is silent.
 */
export type Fault = { message: string; check?: string; choices?: readonly Choice[] }

/** The checks of a certification, and their order. */
export type TrialOptions = {
  /** The ids of the checks to run; undefined: all. */
  among?: ReadonlySet<string>
  /** The checks likely to find a fault; they run first. */
  likely?: readonly string[]
  /** The observations of each check on the unchanged reference, from `observedIn`. */
  observations?: ReadonlyMap<string, string>
  onResult?: (result: CheckResult) => void
  /** Called before each check; makes checks run one at a time. */
  beforeEach?: (check: string) => void
}

/** Certifies up to the first fault and returns it; undefined if the reference is conformant. */
export const firstFault = async (
  certification: Certification,
  course: TrialOptions = {},
): Promise<Fault | undefined> => {
  const { role, sessionSeconds, nonceSeconds } = { ...referenceProfile, ...certification }
  const profile = { ...referenceProfile, sessionSeconds, nonceSeconds }
  const reference = await startReference(settingsOf(certification), role, { profile })
  try {
    return await faultOf(reference.settings, course)
  } finally {
    await reference.close()
  }
}

const settingsOf = ({
  environment = 'test',
  depth = 'quick',
  sessionSeconds,
  only = [],
}: Certification): RunSettings => ({
  ...plainSettings,
  environment,
  depth,
  pages: sessionSeconds === undefined ? {} : { checkout: { sessionSeconds } },
  only: [...only],
  timeoutMs,
})

const faultOf = async (settings: RunSettings, course: TrialOptions): Promise<Fault | undefined> => {
  const started = present()
  const open = await openRun(settings, { write: () => undefined }, AbortSignal.timeout(longestMs))
  try {
    const checks = checksOf(open.run.role)
    const stopped = open.preflight.findings.find(one => one.severity === 'error')
    if (open.preflight.stop !== undefined) return { message: `preflight: ${stopped?.message}` }
    const selected = checks.filter(check => selects(settings, check) && (course.among?.has(check.id) ?? true))
    const { fault, choices, results } = await runUntilFault(open, selected, course)
    const [first] = choices
    const otherwise = first && { ...first, choices }
    if (fault !== undefined || course.among !== undefined) return fault ?? otherwise
    const evidence = { file: '', digest: '', requests: open.run.http.requests }
    const facts = targetFactsOf(open)
    const { report } = assemble({
      settings,
      facts,
      checks,
      results,
      interrupted: false,
      measured: measureSince(started),
      evidence,
    })
    const isConformant = ['conformant', 'partial'].includes(report.verdict)
    return isConformant ? otherwise : { message: `the run is ${report.verdict}` }
  } finally {
    await open.close()
  }
}

type TrialResult = { fault: Fault | undefined; choices: Choice[]; results: CheckResult[] }

/** Runs checks in the phases of a run, up to the first fault. */
const runUntilFault = async (open: OpenRun, checks: readonly Check[], course: TrialOptions): Promise<TrialResult> => {
  const { likely = [], beforeEach, onResult, observations } = course
  const stop = new AbortController()
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(longestMs)])
  const ended: TrialResult = { fault: undefined, choices: [], results: [] }
  const queue = new PQueue({ concurrency: beforeEach ? 1 : concurrency })
  const upToFault = async (check: Check) => {
    beforeEach?.(check.id)
    const result = stop.signal.aborted ? undefined : await runCheck(open.run, check, { signal })
    // A check aborted because of the fault does not count.
    if (result === undefined || ended.fault !== undefined) return
    ended.results.push(result)
    onResult?.(result)
    ended.fault = faultIn(check, result)
    // A check that looks back at the run depends on which checks ran.
    if (!check.last) ended.choices.push(...choicesIn(result, observations?.get(check.id)))
    if (ended.fault !== undefined) stop.abort()
  }
  const one = (check: Check) => queue.add(() => upToFault(check))
  const { together, ...oneByOne } = phasesOf(checks)
  const isLikely = ({ id }: Check) => likely.includes(id)
  await Promise.all(together.filter(isLikely).map(one))
  await Promise.all(together.filter(check => !isLikely(check)).map(one))
  for (const check of Object.values(oneByOne).flat()) await one(check)
  return ended
}

const faultIn = ({ id, clauses }: Check, result: CheckResult): Fault | undefined => {
  const grave = clauses.filter(clause =>
    ['fail', 'warn', 'blocked'].includes(verdictOf(result.outcome, requirements[clause].level)),
  )
  if (grave.length === 0 && result.harnessError === undefined) return undefined
  return { message: `${id} (${grave.join(', ')}) ${result.outcome}: ${result.message ?? result.reason}`, check: id }
}

const choicesIn = (result: CheckResult, before: string | undefined): Choice[] => {
  const now = observedIn(result)
  if (before === undefined || now === before) return []
  return [{ message: `${result.id} observes ${now}, not ${before}`, check: result.id }]
}
