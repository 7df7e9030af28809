import { activity } from '../../harness/activity.ts'
import type { CheckContext } from '../../harness/context.ts'
import type { RequestFilter } from '../../harness/counterpart.ts'
import { blocked } from '../../harness/outcome.ts'
import { waits } from '../../harness/patience.ts'

type Observer = Pick<CheckContext, 'counterpart' | 'idle' | 'signal'>

/** How many times in a row an action must have its effect: a single request may come from anyone. */
const rounds = 3

const remedy = 'make the counterpart reachable for the target only, and repeat the run'

const disturbed = `others than the target send requests to the counterpart, so they show nothing about the target: ${remedy}`

const unrepeated = `a request to the counterpart was not repeated when its cause was, so it may not be the target's: ${remedy}`

/**
 * Blocks the check unless requests to the counterpart are the effect of an action: each of several repetitions causes one, at most
 * `withinMs` after its end, and none arrives in the pauses before them. Others may be able to reach the counterpart.
 */
export const requireCaused = async (
  { counterpart, idle, signal }: Observer,
  isEffect: RequestFilter,
  { act, withinMs = 0 }: { act: () => Promise<unknown>; withinMs?: number },
): Promise<void> => {
  const effects = async (since: number, timeoutMs: number, count: number): Promise<number> => {
    const isNew: RequestFilter = request => request.at >= since && isEffect(request)
    return (await idle(activity.during(counterpart.journal.wait(isNew, { count, timeoutMs, signal })))).length
  }
  // An earlier action may have effects that are still to come.
  await effects(performance.now(), withinMs, Number.POSITIVE_INFINITY)
  for (let round = 0, longestMs = Math.max(waits.strangers.ms, withinMs); round < rounds; round++) {
    // The pauses differ by more than the time for an effect, so that no periodic request fits them all.
    if ((await effects(performance.now(), (2 * round + 1) * longestMs, 1)) > 0) blocked(disturbed)
    const began = performance.now()
    await act()
    // An action may have several effects, all of which must occur before the next pause.
    if ((await effects(began, withinMs, Number.POSITIVE_INFINITY)) === 0) blocked(unrepeated)
    longestMs = Math.max(longestMs, performance.now() - began)
  }
}
