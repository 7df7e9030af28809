import type { Certified } from '../processes/messages.ts'
import type { RunSettings } from '../settings/settings.ts'
import { joinWorkers, prepareFolders } from './join.ts'
import { shareOut } from './share-out.ts'

/** The settings of each worker of a run, and what makes one report of theirs when all have ended. */
type Workers = { shards: readonly RunSettings[]; join(): Promise<Certified> }

/** Shares a run out to its workers, and clears its folder. UsageError if they would be in each other's way. */
export const openWorkers = async (
  { settings, provisionings }: { settings: RunSettings; provisionings?: readonly RunSettings[] },
  signal: AbortSignal,
): Promise<Workers> => {
  const started = new Date()
  const shards = shareOut(settings, provisionings)
  await prepareFolders(settings)
  return { shards, join: () => joinWorkers({ settings, shards, started, signal }) }
}
