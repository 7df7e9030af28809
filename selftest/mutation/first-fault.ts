import PQueue from 'p-queue'
import { concurrency, type OpenRun, openRun } from '../../engine/open-run.ts'
import { startReference } from '../../engine/reference-target.ts'
import { assemble } from '../../engine/report/assemble.ts'
import { measureSince } from '../../engine/report/measured.ts'
import { type CheckResult, runCheck } from '../../engine/run-check.ts'
import { phasesOf } from '../../engine/runner/phases.ts'
import { selects } from '../../engine/selection.ts'
import type { RunSettings } from '../../engine/settings/settings.ts'
import { targetFactsOf } from '../../engine/target-facts.ts'
import { verdictOf } from '../../engine/verdicts.ts'
import type { Check } from '../../harness/clause.ts'
import { referenceProfile } from '../../protocol/profile.ts'
import { requirements } from '../../protocol/requirements/index.ts'
import { checksOf } from '../../suites/index.ts'
import { defaultSettings } from '../certify.ts'
import { observedIn } from './observed.ts'
import type { Certification } from './tests.ts'

/** Milliseconds until an answer that does not come blocks its check. */
const timeoutMs = 5_000

/** Milliseconds for one certification. */
const longestMs = 300_000

/** A choice that is another than the unchanged reference makes, and the check that observed it. */
export type Choice = { message: string; check: string }

/**
 * A fault, and the check that found it; no check where the target cannot be certified at all. `choices`: no fault, but other
 * choices where the document leaves them open.
 */
export type Fault = { message: string; check?: string; choices?: readonly Choice[] }

/** What a certification is made of, and in which order. */
export type TrialOptions = {
  /** The checks that are tried, by id; all where it is absent. */
  among?: ReadonlySet<string>
  /** Those that probably find a fault: they come first. */
  likely?: readonly string[]
  /** What the checks observed on the unchanged reference, by id, as `observedIn` has it. */
  observations?: ReadonlyMap<string, string>
  onResult?: (result: CheckResult) => void
  /** Then each check runs apart from all others, and this is called before it. */
  beforeEach?: (check: string) => void
}

/** What first shows that the reference is not conformant; undefined where nothing does. Stops there, so that it is soon over. */
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
  ...defaultSettings,
  environment,
  depth,
  pages: sessionSeconds === undefined ? {} : { checkout: { sessionSeconds } },
  only: [...only],
  timeoutMs,
})

const faultOf = async (settings: RunSettings, course: TrialOptions): Promise<Fault | undefined> => {
  const started = new Date()
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

/** Runs checks as a run does, all at once and then one by one, up to the first fault. */
const runUntilFault = async (open: OpenRun, checks: readonly Check[], course: TrialOptions): Promise<TrialResult> => {
  const { likely = [], beforeEach, onResult, observations } = course
  const stop = new AbortController()
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(longestMs)])
  const ended: TrialResult = { fault: undefined, choices: [], results: [] }
  const queue = new PQueue({ concurrency: beforeEach ? 1 : concurrency })
  const upToFault = async (check: Check) => {
    beforeEach?.(check.id)
    const result = stop.signal.aborted ? undefined : await runCheck(open.run, check, { signal })
    // What ends because of the fault is no other one.
    if (result === undefined || ended.fault !== undefined) return
    ended.results.push(result)
    onResult?.(result)
    ended.fault = faultIn(check, result)
    // What looks back at a run sees another one where fewer checks run.
    if (!check.last) ended.choices.push(...choicesIn(result, observations?.get(check.id)))
    if (ended.fault !== undefined) stop.abort()
  }
  const one = (check: Check) => queue.add(() => upToFault(check))
  const { together, alone } = phasesOf(checks)
  const isLikely = ({ id }: Check) => likely.includes(id)
  await Promise.all(together.filter(isLikely).map(one))
  await Promise.all(together.filter(check => !isLikely(check)).map(one))
  for (const check of alone) await one(check)
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
