import { isDeepStrictEqual } from 'node:util'
import type { RunSettings } from '../settings/settings.ts'
import { UsageError } from '../settings/usage-error.ts'

/**
 * Throws UsageError unless the workers of a run can run at the same time: each must have its own counterpart, identities and
 * accounts. The bundled reference does, since each worker starts it; a target without a config has no provisioning.
 */
export const checkProvisionings = (settings: RunSettings, provisionings: readonly RunSettings[], of: number): void => {
  checkOptions(settings)
  if (provisionings.length > 1 && provisionings.length !== of)
    throw new UsageError(
      `there are ${provisionings.length} configs for ${of} workers.`,
      'Give --config once for each worker.',
    )
  if (settings.target === undefined || !settings.hasConfig) return
  if (provisionings.length !== of)
    throw new UsageError(
      `${of} workers need ${of} provisionings: with one they would move money of the same accounts, and share one port.`,
      'Give --config once for each worker, with its own OCIDs and port, or leave out --workers.',
    )
  for (const [at, one] of provisionings.entries())
    for (const other of provisionings.slice(at + 1)) checkApart(one, other)
}

const checkOptions = ({ shard, earlier, pages, isPersonThere }: RunSettings): void => {
  if (shard !== undefined)
    throw new UsageError('--workers divides a whole run, and --shard selects a part of one.', 'Leave out one of them.')
  if (earlier !== undefined)
    throw new UsageError('--resume continues the run of one process.', 'Leave out --workers, or --resume.')
  if (isPersonThere !== false && [pages.checkout?.driver, pages.consent?.driver].includes('person'))
    throw new UsageError('a person uses the pages of one run at a time.', 'Leave out --workers, or give --no-person.')
}

const checkApart = (one: RunSettings, other: RunSettings): void => {
  for (const [what, read] of Object.entries(shared))
    if (!isDeepStrictEqual(read(one), read(other)))
      throw new UsageError(`the configs of the workers differ in ${what}.`, 'Give configs for one target.')
  const { port } = one.counterpart.listen
  if (port !== 0 && port === other.counterpart.listen.port)
    throw new UsageError(`two configs have their counterparts listen on port ${port}.`, apart)
  const taken = new Set(ocidsIn(other))
  const [twice] = ocidsIn(one).filter(ocid => taken.has(ocid))
  if (twice !== undefined) throw new UsageError(`OCID ${twice} is in two configs.`, apart)
}

const apart = 'Give each config its own port and OCIDs: init with --listen and --identity.'

/** The values that the configs of one run share. */
const shared: Readonly<Record<string, (settings: RunSettings) => unknown>> = {
  target: ({ target }) => target?.baseUrl,
  OCID: ({ target }) => target?.ocid,
  role: ({ target }) => target?.role,
  'having identities': ({ hasConfig }) => hasConfig,
  currency: ({ currency, secondCurrency }) => [currency, secondCurrency],
}

/** The OCIDs of identities and of the accounts that they own. No check moves money from `foreign`. */
const ocidsIn = ({ identities, accounts: { foreign: _foreign, ...owned } }: RunSettings): number[] => [
  ...new Set([...Object.values(identities).map(({ ocid }) => ocid), ...Object.values(owned)]),
]
