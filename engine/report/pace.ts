import type { Exchange } from '../../harness/http/exchange.ts'
import { isOverload } from '../../harness/http/throttled-time.ts'
import { jsonIn } from '../../protocol/json/json.ts'
import type { Report } from '../../schemas/messages.ts'

/** How fast a run was. */
export type Pace = NonNullable<Report['run']['pace']>

/** Finds the pace of a run from its exchanges, in order. */
export type PaceReader = { read(exchange: Exchange): void; pace(): Pace | undefined }

/** Creates a reader of the pace. */
export const createPaceReader = (): PaceReader => {
  const latencies: number[] = []
  let throttled = 0
  let first = Number.POSITIVE_INFINITY
  let last = 0
  return {
    read: ({ direction, at, ms, response }) => {
      if (direction !== 'sent' || response === undefined) return
      if (isOverload({ ...response, json: jsonIn(response.body ?? '') })) throttled += 1
      else latencies.push(ms)
      const began = Date.parse(at)
      first = Math.min(first, began)
      last = Math.max(last, began + ms)
    },
    pace: () => {
      const [median] = latencies.toSorted((a, b) => a - b).slice(Math.floor(latencies.length / 2))
      if (median === undefined) return undefined
      const seconds = Math.max(0.001, (last - first) / 1000)
      const perSecond = Math.round((latencies.length / seconds) * 10) / 10
      return {
        latencyMs: Math.round(median),
        ...(throttled > 0 ? { requestsPerSecond: perSecond } : {}),
        throttled,
      }
    },
  }
}
