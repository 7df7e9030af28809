import { memberOf } from '../../protocol/json/json.ts'
import { nowMs } from '../../protocol/time.ts'
import { spelled } from '../outcome.ts'
import { waits } from '../patience.ts'
import { hasDocumentedCode } from './refusal-cause.ts'
import { type HttpResponse, header } from './response.ts'

/** The throttling budget of a run, before accepted requests add to it, and what happens when it is used up. */
export type Throttling = { ms: number; onSpent: (reason: string) => void }

/** Measures how long a target has throttled a run. */
export type ThrottledTime = {
  /** Records a response: time counts from one that throttles until the next that does not. */
  see(response: HttpResponse, isThrottled: boolean): void
  /** Milliseconds left. */
  leftMs(): number
  /** A description of the throttling responses and the pauses that they asked for; `undefined` while time is left. */
  readonly spent: string | undefined
}

const withoutEnd: Throttling = { ms: waits.throttling.ms.thorough, onSpent: () => undefined }

/** Measures the time that a target throttles, and calls `onSpent` once it is used up. */
export const createThrottledTime = ({ ms, onSpent }: Throttling = withoutEnd): ThrottledTime => {
  let usedMs = 0
  let taken = 0
  let isModest = true
  let since: number | undefined
  let asked: string | undefined
  let spent: string | undefined
  const used = () => usedMs + (since === undefined ? 0 : performance.now() - since)
  const leftMs = () => ms + taken * waits.throttlingByRequest.ms - used()
  return {
    see: (response, isThrottled) => {
      if (isThrottled) {
        since ??= performance.now()
        asked = header(response, 'retry-after') ?? asked
        isModest = (retryAfterOf(response) ?? 0) < waits.throttlingPause.ms
        if (spent !== undefined || leftMs() > 0) return
        spent = spentText(response.status, used(), asked)
        onSpent(spent)
        return
      }
      usedMs = used()
      since = undefined
      // Once the target asks for very long pauses, accepted requests no longer add time: it would only be spent on those.
      if (isModest) taken += 1
    },
    leftMs,
    get spent() {
      return spent
    },
  }
}

const spentText = (status: number, ms: number, asked: string | undefined): string => {
  const wish = asked === undefined ? 'without Retry-After' : `and asked for Retry-After: ${spelled(asked)}`
  return `the target took no requests for ${Math.round(ms / 1_000)} s altogether: it answered ${status}, ${wish}. Raise its limit, or lower the rate of the run with --max-rps`
}

/**
 * Returns the milliseconds that Retry-After asks for, given as seconds or a date, capped at the longest pause; the longest of several.
 * `undefined` if it is absent, past or invalid.
 */
export const retryAfterOf = ({ headers }: Pick<HttpResponse, 'headers'>): number | undefined => {
  const values = headers.flatMap(([name, value]) => (name.toLowerCase() === 'retry-after' ? value.trim() : []))
  const asked = values.map(text => (/^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - nowMs()))
  const longest = Math.max(...asked.filter(ms => ms > 0))
  return longest > 0 ? Math.min(longest, waits.throttlingPause.ms) : undefined
}

/** The parts of a response that indicate an overload. */
type Answer = Pick<HttpResponse, 'status' | 'headers' | 'json'>

/** Returns whether a response has an error body of the documented shape, which names the error of the request. */
export const saysWhatIsWrong = ({ json }: Pick<Answer, 'json'>): boolean =>
  typeof memberOf(memberOf(json, 'error'), 'code') === 'string'

/**
 * Returns whether a response reports too many requests: 429, 403 with a request for a pause and no code of the document, or 503
 * without another reason or with such a request. Only such a response shows the pace that the target accepts.
 */
export const isOverload = ({ status, headers, json }: Answer): boolean => {
  const asksForPause = () => retryAfterOf({ headers }) !== undefined
  if (status === 503) return !saysWhatIsWrong({ json }) || asksForPause()
  return status === 429 || (status === 403 && !hasDocumentedCode({ json }) && asksForPause())
}
