import type { CheckContext } from '../../harness/context.ts'
import { waits } from '../../harness/patience.ts'
import { pause } from '../../harness/pause.ts'

/** After this many seconds, the current second has changed, even if a clock is read only once a second. */
export const laterSeconds = 3

/** Waits until every reader of the target's clock sees another second. */
export const untilLater = (context: CheckContext): Promise<unknown> =>
  context.idle(pause(context.run.clock.msUntil(context.now() + laterSeconds - 1), context.signal))

/** Waits until the target stamps another second, on whichever of its clocks. */
export const untilApart = ({ run, idle, signal }: CheckContext): Promise<unknown> =>
  idle(pause(waits.apart.ms + run.clock.apartMs(), signal))

/** Ten seconds, half a minute, a minute and an hour are multiples of this many seconds. */
const roundSeconds = 5

/** This many readings are not all round by chance. */
const mostReadings = 6

/** Returns whether a time in Unix seconds may have been rounded: to ten seconds, half a minute, a minute or an hour. */
export const isRound = (seconds: unknown): boolean => typeof seconds === 'number' && seconds % roundSeconds === 0

/**
 * Reads a current time repeatedly, each time in another second, until one is not round. Returns the readings, starting with those in
 * `read`: the target rounds its times if all of them are round.
 */
export const readUntilExact = async <T>(
  context: CheckContext,
  { read, timeOf }: { read: () => Promise<T>; timeOf: (reading: T) => unknown },
  before: readonly T[] = [],
): Promise<T[]> => {
  const readings = [...before]
  while (readings.every(reading => isRound(timeOf(reading))) && readings.length < mostReadings) {
    if (readings.length > 0) await context.idle(pause(waits.laterSecond.ms, context.signal))
    readings.push(await read())
  }
  return readings
}
