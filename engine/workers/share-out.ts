import { join } from 'node:path'
import type { RunSettings } from '../settings/settings.ts'
import { withValues } from '../with-values.ts'
import { checkProvisionings } from './provisionings.ts'

/** The folder of the reports of the workers, below that of the run. */
export const workersFolder = ({ reportDir }: Pick<RunSettings, 'reportDir'>): string => join(reportDir, 'workers')

/**
 * Returns the settings of each worker of a run: the i-th tries the i-th shard, with the i-th provisioning. All other settings are the run's.
 * UsageError if the workers would disturb each other.
 */
export const shareOut = (settings: RunSettings, provisionings: readonly RunSettings[] = []): RunSettings[] => {
  const { workers: of = 1, signWith: _signWith, maxRps, ...common } = settings
  checkProvisionings(settings, provisionings, of)
  return Array.from({ length: of }, (_, index) => ({
    ...common,
    ...provisioningIn(provisionings[index] ?? settings),
    shard: { index: index + 1, of },
    reportDir: join(workersFolder(settings), String(index + 1)),
    mergedDir: settings.reportDir,
    outputs: [],
    // A person uses the pages of one run at a time.
    isPersonThere: false,
    ...withValues({ maxRps: maxRps && maxRps / of }),
  }))
}

/** Returns the parties that the counterpart plays by a config, and how a check is repeated with it. */
const provisioningIn = ({ counterpart, identities, absent, accounts, pages, ...rest }: RunSettings) => ({
  counterpart,
  identities,
  absent,
  accounts,
  pages,
  ...withValues({ pageSecrets: rest.pageSecrets, repeat: rest.repeat }),
})
