import record from './measured.json' with { type: 'json' }

/**
 * How long a check takes alone at the bundled reference, how much of that both are at work, in seconds, how many requests it sends, and whether
 * it waits for the end of the others: at standard depth.
 */
export type Measured = { seconds: number; busy: number; requests: number; looksBack?: boolean }

const measured = new Map<string, Measured>(Object.entries(record))

/** Returns how a check is scheduled: one that mostly waits begins first, then one that is long. */
export const scheduleOf = (id: string): { waits: boolean; long: boolean } => {
  const { seconds = 0, busy = 0, requests = 0, looksBack = false } = measured.get(id) ?? {}
  const waits = looksBack || (seconds >= 1 && busy < seconds / 2)
  return { waits, long: requests >= 30 && !waits }
}
