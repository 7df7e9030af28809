import { waits } from '../patience.ts'
import { pause } from '../pause.ts'

/**
 * An empty account: `fill` pays one unit in, `spend` pays it out; each returns whether the target accepted. `latencyMs`: the latency of an
 * idle target.
 */
type Probe = { fill(): Promise<boolean>; spend(): Promise<boolean>; latencyMs: number; signal: AbortSignal }

const delays = new WeakMap<object, Promise<number>>()

/**
 * Returns how many milliseconds after its response the target credits an account; 0 if immediately. Measured once per run. Heading: POST
 * /transfer/create (it does not say when money is credited).
 */
export const creditDelayOf = (run: object, probe: Probe): Promise<number> => {
  const delay = delays.get(run) ?? measured(probe).catch(() => 0)
  delays.set(run, delay)
  return delay
}

/** Returns that delay if it was measured before. */
export const knownCreditDelay = (run: object): Promise<number> | undefined => delays.get(run)

/** Credits take longer when the target is busy. */
const margin = 2

/** A unit that can be spent within this many milliseconds beyond the usual latency counts as credited immediately. */
const atOnceMs = 50

const mostLooks = 5

/**
 * On a busy machine, the unit may have arrived before it is spent, which hides the delay. So this measures several times, and finally
 * assumes the shortest time.
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

/** Returns how long after the response a unit could be spent, and whether the first attempt failed. */
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
