import type { CheckKind } from '../../harness/check.ts'
import { noResponseInTime } from '../../harness/http/connection-error.ts'
import { passing } from '../../harness/http/refusal-diagnosis.ts'
import type { Unanswered } from '../../harness/outcome.ts'
import type { Outcome } from '../verdicts.ts'

/**
 * How one attempt at a check ended. `lostMs`: milliseconds in which this machine could not work; `answered`: number of requests that got a
 * response.
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
  /** It used an unsuitable page driver, or conflicted with others: neither happens to the next attempt. */
  isRetryable?: true
  /** Its failure proves the fault, however slow the machine was. */
  isProof?: true
  /** A signature failed to verify with the key that the target published when the run began. */
  byKey?: true
}

/**
 * How often a check is tried if one of its requests gets no response: always the same one, or a different one each time, as on a lossy
 * line.
 */
export const mostTries = { same: 3, others: 6 }

/** By how many answered requests two attempts may differ before the same request. */
const fewRequests = 2

/** Names a request without the parts that differ between attempts: its query, and ids in its path. */
const requestOf = ({ what }: Unanswered): string => what.replace(/\?.*/s, '').replace(/\/[^/]*\d[^/]*/g, '/*')

/** Returns whether the same request got no response in every attempt: one of the same name, after about as many others. */
export const isSameRequest = ([first, ...others]: readonly Try[]): boolean =>
  others.every(
    ({ unanswered, answered }) =>
      first?.unanswered !== undefined &&
      unanswered !== undefined &&
      requestOf(unanswered) === requestOf(first.unanswered) &&
      Math.abs(answered - first.answered) <= fewRequests,
  )

/**
 * Returns whether a check must be tried again, given attempts that each ended because a request got no response or no connection. `same`:
 * the maximum number of attempts if it is the same request each time.
 */
export const needsAnotherTry = (tries: readonly Try[], same: number): boolean => {
  const { unanswered, isUnreachable } = tries.at(-1) ?? {}
  const most = isSameRequest(tries) ? same : mostTries.others
  return (unanswered !== undefined || isUnreachable === true) && tries.length < most
}

/** The slowest response of a run, and how long it waits for one, in milliseconds. */
type Slowness = { slowestMs: number; timeoutMs: number }

/** If a response took this share of the time limit, the limit may be too short. */
const doubtfulShare = 1 / 5

/** If the machine's own delays reach this many milliseconds, a server may have closed an idle connection. */
const patienceOfServersMs = 5_000

/**
 * Returns the message that an unanswered request may only be slow, because this machine or the target was; `undefined` if neither was slow
 * enough.
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

/** Returns a failure if the same request, which is not the control, got no response in every attempt; otherwise the check stays blocked. */
export const findingOf = (tries: readonly Try[]) => {
  const first = tries[0]?.unanswered
  const isSilent = tries.length >= mostTries.same && tries.every(({ unanswered }) => unanswered?.isControl === false)
  if (first === undefined || !isSilent || !isSameRequest(tries)) return undefined
  const message = `${first.what} gets no response, in ${tries.length} tries`
  return { outcome: 'fail' as const, message, expected: 'a response', actual: first.message, where: first.what }
}

/** If they reach this many milliseconds, the machine's own delays may explain the outcome of a check. */
const doubtfulMs = 2_500

/** A refusal with one of these codes may only mean that the target could not read the sender's metadata for a moment. */
const unread = /\b(PROOF_SIGNATURE_INVALID|UNKNOWN_OCID)\b/

/** Returns whether a check may have ended this way because the target briefly failed to reach the counterpart. */
const mayBeUnread = ({ outcome, expected = '', actual = '', reason = '' }: Try): boolean =>
  outcome === 'fail'
    ? unread.test(actual) && !unread.test(expected)
    : outcome === 'blocked' && (unread.test(reason) || reason.includes(passing))

/**
 * Returns whether the machine's own delays may be why a check did not pass: a target gave up waiting for the counterpart, or a connection
 * was closed. Failures of drawn values and races have already been tried several times.
 */
export const isDoubtful = (end: Try, kind: CheckKind): boolean =>
  !end.isProof &&
  (end.lostMs >= doubtfulMs || mayBeUnread(end)) &&
  (end.outcome === 'blocked' || (end.outcome === 'fail' && kind === 'clause'))

/** How often a check with a doubtful failure is tried again: a failure that can be repeated is a finding. */
const mostRepeats = 3

/** Returns whether an attempt revealed a fault that no delay of the machine explains. */
const isClear = ({ outcome, lostMs, isProof }: Try): boolean =>
  outcome === 'fail' && (isProof === true || lostMs < doubtfulMs)

/**
 * Retries a check whose first outcome is in doubt, and returns the result. A failure stands if it recurs on a machine that is fast enough,
 * or each time; otherwise it blocks the check. If the machine was fast enough, the first outcome stands unless the second is better: it
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
 * Adds to the reason of a blocked check how slow this machine or the target was during it, unless the reason already says so: slowness may
 * be the cause.
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

/** Returns the message that the harness's machine was too slow. */
export const tooSlow = (lostMs: number): string =>
  `this machine was too slow, and the harness could not work for ${Math.round(lostMs / 1000)} s`
