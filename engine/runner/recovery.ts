import { waits } from '../../harness/patience.ts'
import { pause } from '../../harness/pause.ts'
import type { RunContext } from '../../harness/run-context.ts'
import { joinPath } from '../../protocol/base-url.ts'

/** A response within this many milliseconds, or within five times the usual latency, is quick. */
const quickMs = 1_000

type Recovering = { check: string; signal: AbortSignal }

/** Runs whose target did not recover: nothing is waited for again. */
const lost = new WeakSet<RunContext>()

/**
 * Waits until the target answers its metadata quickly, as it did before a check made it hang; for a limited time, and not at all where it never
 * came whole.
 */
export const awaitRecovery = async (run: RunContext, { check, signal }: Recovering): Promise<void> => {
  if (lost.has(run) || run.metadata.status === 0 || run.metadata.silence) return
  const { origin, pathname } = new URL(joinPath(run.target.baseUrl, '/metadata.json'))
  const request = {
    method: 'GET',
    origin,
    path: pathname,
    headers: [['accept', 'application/json'] as [string, string]],
  }
  const usualMs = run.http.latencyMs
  const until = performance.now() + waits.recovery.ms
  while (performance.now() < until && !signal.aborted) {
    const since = performance.now()
    const { silence } = await run.http.send(request, { check, signal })
    if (!silence && performance.now() - since <= Math.max(quickMs, 5 * usualMs)) return
    await pause(waits.recoveryRereading.ms, signal)
  }
  lost.add(run)
}
