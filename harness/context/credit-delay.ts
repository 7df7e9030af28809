import { waits } from '../patience.ts'
import { pause } from '../pause.ts'

/**
 * An empty account: what puts one unit into it and takes it out again, each telling whether the target did. `latencyMs`: what a
 * response takes when nothing is busy.
 */
type Probe = { fill(): Promise<boolean>; spend(): Promise<boolean>; latencyMs: number; signal: AbortSignal }

const delays = new WeakMap<object, Promise<number>>()

/**
 * Returns how many milliseconds after its answer the target of a run credits an account, 0 if at once; found out once for a run, by an
 * empty account. Heading: POST /transfer/create (when money is credited is not shown).
 */
export const creditDelayOf = (run: object, probe: Probe): Promise<number> => {
  const delay = delays.get(run) ?? measured(probe).catch(() => 0)
  delays.set(run, delay)
  return delay
}

/** Returns that delay if it was looked for before. */
export const knownCreditDelay = (run: object): Promise<number> | undefined => delays.get(run)

/** Credits take longer when the target is busy. */
const margin = 2

/** A unit that is spent with an answer this many milliseconds later than usual is credited at once. */
const atOnceMs = 50

const mostLooks = 5

/**
 * A busy machine spends a unit so late that it has arrived by then, although it would not have a moment sooner. So it is looked again,
 * and in the end money is taken to be as late as the fastest look.
 */
const measured = async (probe: Probe): Promise<number> => {
  let least = Number.POSITIVE_INFINITY
  for (let look = 0; look < mostLooks && least > atOnceMs; look++) {
    const { ms, isLate } = await lookOnce(probe)
    if (isLate) return margin * ms
    least = Math.min(least, ms - probe.latencyMs)
  }
  return least > atOnceMs ? least : 0
}

/** Returns how long after its answer a unit could be spent, and whether it could not at first. */
const lookOnce = async ({ fill, spend, signal }: Probe): Promise<{ ms: number; isLate: boolean }> => {
  if (!(await fill())) return { ms: 0, isLate: false }
  const since = performance.now()
  const passed = () => performance.now() - since
  if (await spend()) return { ms: passed(), isLate: false }
  while (passed() < waits.credit.ms && !signal.aborted) {
    await pause(waits.creditLook.ms, signal)
    if (await spend()) return { ms: passed(), isLate: true }
  }
  return { ms: 0, isLate: false }
}
