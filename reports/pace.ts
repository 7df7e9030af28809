import type { Report } from '../schemas/messages.ts'

/** Says how fast the target let a run be. */
export const paceText = ({ latencyMs, requestsPerSecond, throttled }: NonNullable<Report['run']['pace']>): string =>
  [
    `Responses take ${latencyMs} ms`,
    ...(throttled > 0 ? [`${throttled} were 429 or 503: the target takes ${requestsPerSecond} requests a second`] : []),
  ].join('; ')
