import { waits } from '../patience.ts'
import { pause } from '../pause.ts'

/** An empty account: what puts one unit into it and takes it out again, each telling whether the target did. */
type Probe = { fill(): Promise<boolean>; spend(): Promise<boolean>; signal: AbortSignal }

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

const measured = async ({ fill, spend, signal }: Probe): Promise<number> => {
  if (!(await fill())) return 0
  const since = performance.now()
  if (await spend()) return 0
  while (performance.now() - since < waits.credit.ms && !signal.aborted) {
    await pause(waits.creditLook.ms, signal)
    if (await spend()) return margin * (performance.now() - since)
  }
  return 0
}
