import { type HttpResponse, header } from '../../harness/http/response.ts'
import type { PreflightFinding } from '../../schemas/messages.ts'

/** Seconds by which the target's clock, as its Date header shows it, is ahead of ours; undefined without such a header. */
export const clockSkew = (response: Pick<HttpResponse, 'headers'>, now = Date.now()): number | undefined => {
  const there = Date.parse(header(response, 'date') ?? '')
  return Number.isNaN(there) ? undefined : Math.round((there - now) / 1000)
}

/** Differences that are no more than delay and rounding. */
const tolerated = 5

/** Whether both clocks agree: a difference alone stops nothing, but explains refusals later. */
export const clockFinding = (metadata: HttpResponse): PreflightFinding => {
  const skew = clockSkew(metadata)
  if (skew === undefined)
    return {
      name: 'clock',
      ok: true,
      severity: 'info',
      message: 'The target sends no Date header to compare clocks by.',
    }
  if (Math.abs(skew) <= tolerated) return { name: 'clock', ok: true, severity: 'info', message: 'The clocks agree.' }
  return {
    name: 'clock',
    ok: false,
    severity: 'warning',
    message: `The clock of the target is ${Math.abs(skew)} s ${skew > 0 ? 'ahead of' : 'behind'} that of the harness.`,
    remedy: 'Set both clocks (NTP).',
  }
}
