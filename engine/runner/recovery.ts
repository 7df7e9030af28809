import type { HttpRequest } from '../../harness/http/http-request.ts'
import type { HttpResponse } from '../../harness/http/response.ts'
import { hasOtherKey } from '../../harness/http/target-signature.ts'
import { waits } from '../../harness/patience.ts'
import { pause } from '../../harness/pause.ts'
import type { RunContext } from '../../harness/run-context.ts'
import { joinPath } from '../../protocol/base-url.ts'

/** A response within this many milliseconds, or within five times the usual latency, is quick. */
const quickMs = 1_000

type Recovering = { check: string; signal: AbortSignal }

/** Runs whose target did not recover, which do not wait again. */
const lost = new WeakSet<RunContext>()

/**
 * Waits, for a limited time, until the target serves its metadata as quickly as before a check made it hang. Does not wait if the metadata
 * was never complete.
 */
export const awaitRecovery = async (run: RunContext, recovering: Recovering): Promise<void> => {
  const usualMs = run.http.latencyMs
  await untilRead(run, recovering, ({ silence }, ms) => !silence && ms <= Math.max(quickMs, 5 * usualMs))
}

/** Waits until a target that may be restarting serves its metadata as before; returns whether it does. */
export const awaitAnswer = (run: RunContext, recovering: Recovering): Promise<boolean> =>
  untilRead(run, recovering, ({ silence, status }) => !silence && status === run.metadata.status)

/** Returns whether the target serves its metadata immediately, as before. */
export const answersNow = async (run: RunContext, { check, signal }: Recovering): Promise<boolean> => {
  const { silence, status } = await run.http.send(metadataRequest(run), { check, signal, goesFirst: true })
  return !silence && status === run.metadata.status
}

/** Returns whether the target publishes a different key than when the run began. */
export const hasChangedKey = async (run: RunContext, { check, signal }: Recovering): Promise<boolean> =>
  hasOtherKey(await run.http.send(metadataRequest(run), { check, signal, goesFirst: true }), run.metadata)

const metadataRequest = ({ target }: RunContext): HttpRequest => {
  const { origin, pathname: path } = new URL(joinPath(target.baseUrl, '/metadata.json'))
  return { method: 'GET', origin, path, headers: [['accept', 'application/json']] }
}

type IsEnough = (metadata: HttpResponse, ms: number) => boolean

const untilRead = async (run: RunContext, { check, signal }: Recovering, isEnough: IsEnough): Promise<boolean> => {
  if (run.metadata.status === 0 || run.metadata.silence) return true
  if (lost.has(run)) return false
  const request = metadataRequest(run)
  const until = performance.now() + waits.recovery.ms
  while (performance.now() < until && !signal.aborted) {
    const since = performance.now()
    const metadata = await run.http.send(request, { check, signal, goesFirst: true })
    if (isEnough(metadata, performance.now() - since)) return true
    await pause(waits.recoveryRereading.ms, signal)
  }
  if (!signal.aborted) lost.add(run)
  return false
}
