import type { Activity, OpenWait } from '../../harness/activity.ts'
import { waits } from '../../harness/patience.ts'
import { startWorkingTimer } from '../../harness/working-time.ts'

/** Stops watching a run. */
export type Watch = { stop(): void }

/** How long a run must be inactive to count as stalled, and how often to check, in milliseconds. */
type Times = { ms: number; everyMs: number }

/**
 * Calls `found` once when nothing is in progress and nothing has happened for a while: a check that still waits would wait forever. Counts
 * only time in which this process could work, so that a sleeping or busy machine is not mistaken for a stalled run.
 */
export const watchOver = (
  activity: Pick<Activity, 'isUnderWay' | 'events' | 'waits'>,
  found: (waiting: readonly OpenWait[]) => void,
  { ms, everyMs }: Times,
): Watch => {
  let [stillMs, seen] = [0, activity.events]
  const look = () => {
    const isStill = !activity.isUnderWay && activity.events === seen
    stillMs = isStill ? stillMs + everyMs : 0
    seen = activity.events
    if (stillMs >= ms) return found(activity.waits)
    timer = startWorkingTimer(everyMs, look)
  }
  let timer = startWorkingTimer(everyMs, look)
  return { stop: () => timer.stop() }
}

/** Maximum number of waits named in a message; the rest are only counted. */
const mostNamed = 20

/** Returns the message for a stalled run: which check waited for what. */
export const standstillText = (waiting: readonly OpenWait[], ms: number = waits.standstill.ms): string => {
  const named = waiting.slice(0, mostNamed).map(({ who, what }) => `${who} waits for ${what}`)
  const more = waiting.length > mostNamed ? [`${waiting.length - mostNamed} more wait`] : []
  const who = named.length === 0 ? 'no check says what it waits for' : [...named, ...more].join('; ')
  return `the run hung: nothing was in progress for ${ms / 1_000} s. This is a fault of the harness; please report it with this text, and continue with --resume. ${who.charAt(0).toUpperCase()}${who.slice(1)}`
}
