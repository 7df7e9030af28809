import { type HttpResponse, header } from '../../harness/http/response.ts'
import { nowMs } from '../../protocol/time.ts'
import type { PreflightFinding } from '../../schemas/messages.ts'
import { note, warning, working } from './finding.ts'

/** Returns how many seconds the target's clock is ahead of ours, according to its Date header; undefined without that header. */
export const clockSkew = (response: Pick<HttpResponse, 'headers'>, now = nowMs()): number | undefined => {
  const there = Date.parse(header(response, 'date') ?? '')
  return Number.isNaN(there) ? undefined : Math.round((there - now) / 1000)
}

/** Describes a clock that differs from ours by `skew` seconds. */
export const skewText = (skew: number): string =>
  `the clock of the target is ${Math.abs(skew)} s ${skew > 0 ? 'ahead of' : 'behind'} that of the harness`

/** Seconds that delay and rounding can explain. */
const tolerance = 5

/** Compares both clocks. A difference alone does not stop the run, but explains later refusals. */
export const clockFinding = (metadata: HttpResponse): PreflightFinding => {
  const skew = clockSkew(metadata)
  if (skew === undefined)
    return note(
      'clock',
      'The target does not send a Date header, so the clocks cannot be compared. If signed requests are refused as too old, check both clocks first.',
    )
  if (Math.abs(skew) <= tolerance) return working('clock', 'The clocks agree.')
  return warning('clock', `${skewText(skew).replace('the', 'The')}.`, 'Set both clocks (NTP).')
}
