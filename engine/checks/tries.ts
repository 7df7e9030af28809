import type { CheckKind } from '../../harness/check.ts'
import { noResponseInTime } from '../../harness/http/connection-error.ts'
import { passing } from '../../harness/http/refusal-diagnosis.ts'
import type { Unanswered } from '../../harness/outcome.ts'
import type { Outcome } from '../verdicts.ts'

/**
 * How one try of a check ended. `lostMs`: milliseconds in which this machine could not work; `answered`: requests that got
 * a response.
 */
export type Try = {
  outcome: Outcome
  message?: string
  expected?: string
  actual?: string
  reason?: string
  lostMs: number
  answered: number
  unanswered?: Unanswered
  /** There was no connection to the target, or none from a server in front of it. */
  isUnreachable?: true
  /** It used an unsuitable page driver, or conflicted with others: neither happens to the next try. */
  isRetryable?: true
  /** Its failure proves the fault, however slow the machine was. */
  isProof?: true
  /** It failed by the key that the target published when the run began. */
  byKey?: true
}

/**
 * How often a check is tried if a request of it gets no response: always the same one, or another one each time, as on a lossy line.
 */
export const mostTries = { same: 3, others: 6 }

/** Answered requests by which two tries may differ up to the same request. */
const fewRequests = 2

/** Names a request without the parts that differ from try to try: its query, and ids in its path. */
const requestOf = ({ what }: Unanswered): string => what.replace(/\?.*/s, '').replace(/\/[^/]*\d[^/]*/g, '/*')

/** Returns whether the same request got no response in each try: of the same name, after as many others. */
export const isSameRequest = ([first, ...others]: readonly Try[]): boolean =>
  others.every(
    ({ unanswered, answered }) =>
      first?.unanswered !== undefined &&
      unanswered !== undefined &&
      requestOf(unanswered) === requestOf(first.unanswered) &&
      Math.abs(answered - first.answered) <= fewRequests,
  )

/**
 * Returns whether a check that ended in these ways must be tried again, each since a request got no response or no connection. `same`: the
 * most tries, if it is the same request each time.
 */
export const needsAnotherTry = (tries: readonly Try[], same: number): boolean => {
  const { unanswered, isUnreachable } = tries.at(-1) ?? {}
  const most = isSameRequest(tries) ? same : mostTries.others
  return (unanswered !== undefined || isUnreachable === true) && tries.length < most
}

/** The slowest response of a run, and how long it waits for one, in milliseconds. */
type Slowness = { slowestMs: number; timeoutMs: number }

/** The share of the time limit that a response must have taken for the limit to be in doubt. */
const doubtfulShare = 1 / 5

/** From this many milliseconds of the machine's own delays, a server may have closed an idle connection. */
const patienceOfServersMs = 5_000

/**
 * Says that a request without a response may only be slow, because this machine or the target was; `undefined` if neither was slow enough.
 */
export const slownessOf = (tries: readonly Try[], slowness: Slowness): string | undefined => {
  const lostMs = Math.max(...tries.map(one => one.lostMs))
  const { unanswered } = tries[0] ?? {}
  const enoughMs = tries.every(hasTimedOut) ? doubtfulMs : patienceOfServersMs
  return unanswered !== undefined && tries.length > 1 && lostMs >= enoughMs
    ? `${tooSlow(lostMs)}: ${unanswered.what} gets no response. Run the check again when the machine is less busy`
    : slownessOfTarget(tries, slowness)
}

const hasTimedOut = ({ unanswered }: Try): boolean => unanswered?.message.endsWith(noResponseInTime) === true

const slownessOfTarget = (tries: readonly Try[], { slowestMs, timeoutMs }: Slowness): string | undefined => {
  const isSlow = slowestMs > timeoutMs * doubtfulShare
  if (!isSlow || !tries.every(hasTimedOut)) return undefined
  const [limit, slowest] = [timeoutMs, slowestMs].map(ms => Math.round(ms / 100) / 10)
  return `${tries[0]?.unanswered?.what} gets no response within ${limit} s, and others took up to ${slowest} s: the target, or a server in front of it, is slow. Give it more time (--timeout ${4 * timeoutMs}), or fewer requests (--max-rps)`
}

/**
 * Returns a failure if the same request, which is not the control, got no response in any try; otherwise the check
 * stays blocked.
 */
export const findingOf = (tries: readonly Try[]) => {
  const first = tries[0]?.unanswered
  const isSilent = tries.length >= mostTries.same && tries.every(({ unanswered }) => unanswered?.isControl === false)
  if (first === undefined || !isSilent || !isSameRequest(tries)) return undefined
  const message = `${first.what} gets no response, in ${tries.length} tries`
  return { outcome: 'fail' as const, message, expected: 'a response', actual: first.message, where: first.what }
}

/** From this many milliseconds, the machine's own delays may explain the outcome of a check. */
const doubtfulMs = 2_500

/** Codes for an unknown caller: also for one whose metadata the target could not read for a moment. */
const unread = /\b(PROOF_SIGNATURE_INVALID|UNKNOWN_OCID)\b/

/** Returns whether a check may have ended this way because the target once failed to reach the counterpart. */
const mayBeUnread = ({ outcome, expected = '', actual = '', reason = '' }: Try): boolean =>
  outcome === 'fail'
    ? unread.test(actual) && !unread.test(expected)
    : outcome === 'blocked' && (unread.test(reason) || reason.includes(passing))

/**
 * Returns whether the machine's own delays may be the reason that a check did not pass: a target that waits for the
 * counterpart gives up, a connection is closed. Findings of drawn values and races were tried several times already.
 */
export const isDoubtful = (end: Try, kind: CheckKind): boolean =>
  !end.isProof &&
  (end.lostMs >= doubtfulMs || mayBeUnread(end)) &&
  (end.outcome === 'blocked' || (end.outcome === 'fail' && kind === 'clause'))

/** How often a check whose failure is in doubt is tried again: a failure that can be repeated is a finding. */
const mostRepeats = 3

/** Returns whether a try shows a fault that no delay of the machine explains. */
const isClear = ({ outcome, lostMs, isProof }: Try): boolean =>
  outcome === 'fail' && (isProof === true || lostMs < doubtfulMs)

/**
 * Retries a check whose first outcome is in doubt, and returns the result. A failure stands if it recurs on a machine that is fast enough,
 * or each time; otherwise it blocks the check. Where the machine was fast enough, the first outcome stands if the second is not better: it
 * says more, for example about a key that was read for the first time.
 */
export const judgedByRepeats = async <T extends Try>(
  first: T,
  tryAgain: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T & { reason?: string }> => {
  const repeats: T[] = []
  const most = first.outcome === 'fail' ? mostRepeats : 1
  while (repeats.length < most && !repeats.some(isClear) && !signal?.aborted) repeats.push(await tryAgain())
  const failsAgain =
    first.outcome === 'fail' && (repeats.some(isClear) || repeats.every(({ outcome }) => outcome === 'fail'))
  const better = failsAgain ? undefined : repeats.find(({ outcome }) => outcome === 'pass')
  if (better === undefined) return first.lostMs < doubtfulMs ? first : (repeats.at(-1) ?? first)
  return first.outcome === 'fail'
    ? { ...better, outcome: 'blocked', reason: `${doubtOf(first)}: ${first.message}, ${notAgain}` }
    : better
}

const notAgain = 'and not each time it was tried again. Run the check again.'

const doubtOf = (first: Try): string =>
  first.lostMs >= doubtfulMs ? tooSlow(first.lostMs) : 'the target may never have reached the counterpart'

/**
 * Returns the reason of a blocked check with the slowness that was measured during it, of this machine or of the target, if there was one
 * and the reason does not say so: it may explain what blocks the check.
 */
export const withSlowness = (reason: string, tries: readonly Try[], { slowestMs, timeoutMs }: Slowness): string => {
  const lostMs = Math.max(...tries.map(one => one.lostMs))
  const seconds = Math.round(slowestMs / 1_000)
  if (/\bslow\b/.test(reason)) return reason
  if (lostMs >= doubtfulMs) return `${reason.replace(/\.$/, '')}; during the check ${tooSlow(lostMs)}.`
  return slowestMs > timeoutMs * doubtfulShare
    ? `${reason.replace(/\.$/, '')}; the target was slow: a response took up to ${seconds} s.`
    : reason
}

/** Says that the machine of the harness was too slow. */
export const tooSlow = (lostMs: number): string =>
  `this machine was too slow, and the harness could not work for ${Math.round(lostMs / 1000)} s`
