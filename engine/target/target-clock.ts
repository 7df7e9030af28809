import type { Clock } from '../../harness/clock.ts'
import type { HttpClient } from '../../harness/http/http-client.ts'
import type { HttpRequest } from '../../harness/http/http-request.ts'
import { summary } from '../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../harness/http/response.ts'
import { blocked } from '../../harness/outcome.ts'
import type { MovingCheck, RunContext } from '../../harness/run-context.ts'
import { memberOf } from '../../protocol/json/json.ts'
import { type PreflightResult, problem, working, wrongSetUp } from '../preflight/finding.ts'
import type { RunSettings } from '../settings/settings.ts'

/** Maximum seconds that a clock may be ahead: twenty years. */
const mostSeconds = 630_720_000

/** The address at which a target's time is read and advanced. */
export type TargetClock = {
  /** Reads how far the clock has been advanced so far, and passes it to `clock`; an invalid configuration if the response does not say. */
  read(clock: Clock, signal: AbortSignal): Promise<PreflightResult>
  /** Advances the clock; absent if others may use the target at the same time. */
  move?: (clock: Clock) => NonNullable<RunContext['moveClock']>
}

/** Returns how many seconds the clock has been advanced in total; undefined if the response does not say. */
const aheadIn = ({ status, json }: HttpResponse): number | undefined => {
  const seconds = memberOf(json, 'aheadSeconds')
  const isValid = status === 200 && typeof seconds === 'number' && seconds >= 0 && seconds <= mostSeconds
  return isValid ? Math.floor(seconds) : undefined
}

/**
 * Opens the clock of a target. It can be advanced only by a run that has the target to itself and may change its state: data of other
 * shards or workers would expire as well.
 */
export const openTargetClock = (http: HttpClient, settings: RunSettings): TargetClock | undefined => {
  const { targetClock, shard, workers, mergedDir, environment, yesChangeState } = settings
  if (targetClock === undefined) return undefined
  const { url, token, isOwn } = targetClock
  const { origin, pathname, search } = new URL(url)
  const authorization: [string, string][] = token === undefined ? [] : [['authorization', `Bearer ${token}`]]
  const request = (changes: Pick<HttpRequest, 'method' | 'headers' | 'body'>): HttpRequest => ({
    origin,
    path: pathname + search,
    ...changes,
    headers: [...authorization, ...changes.headers],
  })
  const read: TargetClock['read'] = async (clock, signal) => {
    const response = await http.send(request({ method: 'GET', headers: [] }), { check: 'preflight', signal })
    const ahead = aheadIn(response)
    if (ahead === undefined)
      return wrongSetUp(
        problem(
          'target.clock',
          `The address of the target's clock does not report its aheadSeconds: ${summary(response)}.`,
          'Check target.clock in the config, and its token; without it the run waits.',
        ),
      )
    clock.movedOn(ahead)
    return { findings: [working('target.clock', `The time of the target has been advanced by ${ahead} s so far.`)] }
  }
  // Each shard or worker starts its own bundled reference.
  const isShared = !isOwn && (shard !== undefined || workers !== undefined || mergedDir !== undefined)
  if (isShared || (environment === 'production' && !yesChangeState)) return { read }
  const move =
    (clock: Clock) =>
    async (seconds: number, { check, signal, sent }: MovingCheck) => {
      const body = JSON.stringify({ seconds: Math.ceil(seconds) })
      const moved = request({ method: 'POST', headers: [['content-type', 'application/json']], body })
      const response = await http.send(moved, { check, signal })
      sent(response)
      const ahead = aheadIn(response)
      clock.movedOn(ahead ?? blocked(`the clock of the target was not advanced (target.clock): ${summary(response)}`))
    }
  return { read, move }
}
