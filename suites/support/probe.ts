import type { CheckContext } from '../../harness/context.ts'
import { codeOf, summary } from '../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../harness/http/response.ts'
import { blocked } from '../../harness/outcome.ts'
import { waits } from '../../harness/patience.ts'
import { pause } from '../../harness/pause.ts'
import { authenticationCodes } from '../../protocol/errors.ts'

/** Statuses that refuse a request because of its caller, its timing or the load, not because of its content. */
const unrelatedStatuses: readonly number[] = [401, 403, 407, 408, 425, 429]

/**
 * Returns whether a response to a correct, correctly signed request says nothing about its content: no response, a refusal of the
 * authentication layer or for load, or a crash.
 */
export const isUnrelated = (response: HttpResponse): boolean =>
  response.silence !== undefined ||
  response.status >= 500 ||
  unrelatedStatuses.includes(response.status) ||
  authenticationCodes.some(code => code === codeOf(response))

/** How often a probe is sent while it is inconclusive. */
export const mostProbes = 3

/**
 * A request that reveals whether an earlier one had an effect. `read` returns the result in its response; undefined means inconclusive.
 * `once`: after a 5xx the probe itself may have had an effect, so it is not sent again.
 */
type Probe<T> = {
  what: string
  send: () => PromiseLike<HttpResponse>
  read: (response: HttpResponse) => T | undefined | Promise<T | undefined>
  once?: true
}

/** Returns the result of a probe: sends it again while the response is inconclusive, and blocks the check if it remains so. */
export const ask = async <T>(context: CheckContext, { what, send, read, once }: Probe<T>): Promise<T> => {
  for (let tries = 1; ; tries++) {
    const response = await send()
    const shown = await read(response)
    if (shown !== undefined) return shown
    const isLast = tries === mostProbes || (once === true && response.status >= 500) || context.signal.aborted
    if (isLast) return undecided(what, response)
    await beforeNextProbe(context)
  }
}

/** Waits a moment, so that a temporary obstacle can pass. */
export const beforeNextProbe = (context: CheckContext): Promise<void> =>
  context.idle(pause(waits.rereading.ms, context.signal))

/** Blocks the check because the response to a probe is inconclusive. */
export const undecided = (what: string, response: HttpResponse): never =>
  blocked(
    `${what} is unknown: the request that would reveal it is answered ${summary(response)}, which is inconclusive. Make the target answer that request, and run the check again.`,
  )
