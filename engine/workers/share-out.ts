import { join } from 'node:path'
import { catalog } from '../../suites/catalog.ts'
import { selects } from '../checks/selection.ts'
import type { RunSettings } from '../settings/settings.ts'
import { withValues } from '../with-values.ts'
import { checkProvisionings } from './provisionings.ts'

/** The folder of the workers' reports, below that of the run. */
export const workersFolder = ({ reportDir }: Pick<RunSettings, 'reportDir'>): string => join(reportDir, 'workers')

/**
 * Returns the settings of each worker of a run: the i-th tries the i-th shard, with the i-th provisioning; everything else is the same.
 * There are no more workers than checks. UsageError if they would disturb each other.
 */
export const shareOut = (settings: RunSettings, provisionings: readonly RunSettings[] = []): RunSettings[] => {
  const { workers = 1, signWith: _signWith, maxRps, ...common } = settings
  checkProvisionings(settings, provisionings, workers)
  const of = Math.max(1, Math.min(workers, selectedOf(settings)))
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

/** Returns the maximum number of checks that a run selects: those of every role, if its role is still unknown. */
const selectedOf = (settings: RunSettings): number => {
  const role = settings.target ? settings.target.role : (settings.reference ?? 'gateway')
  return catalog.filter(check => (role === undefined || check.roles.includes(role)) && selects(settings, check)).length
}

/** Returns the settings from a config about the counterpart's identities and about repeating a check. */
const provisioningIn = ({ counterpart, identities, absent, accounts, pages, ...rest }: RunSettings) => ({
  counterpart,
  identities,
  absent,
  accounts,
  pages,
  ...withValues({ pageSecrets: rest.pageSecrets, repeat: rest.repeat }),
})
