import type { Report } from '../schemas/messages.ts'

/** Returns how the target limited the speed of a run. */
export const paceText = ({ latencyMs, requestsPerSecond, throttled }: NonNullable<Report['run']['pace']>): string =>
  [
    `Responses take ${latencyMs} ms`,
    ...(throttled > 0
      ? [`${throttled} were 429 or 503: the target accepts ${requestsPerSecond} requests per second`]
      : []),
  ].join('; ')
