import { present } from '../../protocol/time.ts'
import { lockFolder } from '../machine/folder-lock.ts'
import type { Trouble } from '../machine/machine-error.ts'
import type { Certified } from '../processes/messages.ts'
import type { RunSettings } from '../settings/settings.ts'
import { joinWorkers, prepareFolders } from './join.ts'
import { shareOut } from './share-out.ts'

/**
 * The settings of each worker of a run, and the function that merges their reports when all have ended. `close` releases the folder of the
 * run.
 */
type Workers = {
  shards: readonly RunSettings[]
  join(trouble: Trouble | undefined): Promise<Certified>
  close(): Promise<void>
}

/** Divides a run among its workers, and clears its folder. UsageError if they would disturb each other. */
export const openWorkers = async (
  { settings, provisionings }: { settings: RunSettings; provisionings?: readonly RunSettings[] },
  signal: AbortSignal,
): Promise<Workers> => {
  const started = present()
  const shards = shareOut(settings, provisionings)
  const close = await lockFolder(settings.reportDir)
  await prepareFolders(settings)
  return { shards, join: trouble => joinWorkers({ settings, shards, started, signal, trouble }), close }
}
