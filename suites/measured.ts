import record from './measured.json' with { type: 'json' }

/**
 * The cost of a check that runs alone against the bundled reference at standard depth: its duration, for how many seconds both processes
 * are busy, how many requests it sends, and whether it waits for the others to end.
 */
export type Measured = { seconds: number; busy: number; requests: number; looksBack?: boolean }

const measured = new Map<string, Measured>(Object.entries(record))

/** Returns how a check is scheduled: mostly waiting checks start first, then long ones. */
export const scheduleOf = (id: string): { waits: boolean; long: boolean } => {
  const { seconds = 0, busy = 0, requests = 0, looksBack = false } = measured.get(id) ?? {}
  const waits = looksBack || (seconds >= 1 && busy < seconds / 2)
  return { waits, long: requests >= 30 && !waits }
}
