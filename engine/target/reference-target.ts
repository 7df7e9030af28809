import type { Role } from '../../protocol/operations.ts'
import { referenceProfile } from '../../protocol/profile.ts'
import { nowMs } from '../../protocol/time.ts'
import { freePort } from '../../sandbox/free-port.ts'
import { type Served, type ServeOptions, serveReference } from '../../sandbox/serve.ts'
import { accountsOf } from '../provisioning/identities.ts'
import { provisioningOf } from '../provisioning/provisioning.ts'
import { freshIdentities } from '../settings/config/identities.ts'
import { repeatReference } from '../settings/options/repeat.ts'
import type { RunSettings } from '../settings/settings.ts'
import { openReferenceTimers } from './reference-timers.ts'

/** A reference role that is provisioned for a run, and the settings that certify it. */
export type ReferenceTarget = { settings: RunSettings; close(): Promise<void> }

const ocids: Readonly<Record<Role, number>> = { gateway: 1001, merchant: 1002, kyc: 1003 }

/** The currencies in which the reference settles and the harness has accounts. */
const currencies = { currency: 'USD', secondCurrency: 'EUR' } as const

/** Starts a reference role on loopback, with everything registered that the suites need. */
export const startReference = async (
  settings: RunSettings,
  role: Role,
  changes: Partial<ServeOptions> = {},
): Promise<ReferenceTarget> => {
  // The reference must know the counterpart's address before the counterpart listens.
  const { counterpart } = settings
  const listen = counterpart.publicUrl ? counterpart.listen : { host: '127.0.0.1', port: await freePort() }
  const publicUrl = counterpart.publicUrl ?? `http://${listen.host}:${listen.port}`
  const identities = freshIdentities(role)
  const accounts = role === 'gateway' ? accountsOf(identities) : {}
  const ocid = ocids[role]
  const timers = openReferenceTimers()
  const options = {
    roles: [role],
    provisioning: provisioningOf({
      target: { role, ocid },
      publicUrl,
      identities,
      accounts,
      callbackUrl: counterpart.callbackUrl,
      ...currencies,
    }),
    profile: typeof settings.profile === 'object' ? settings.profile : referenceProfile,
    environment: settings.environment,
    // Both use the same clock, so setting the machine's clock does not separate them.
    time: nowMs,
    ...changes,
    ports: { after: timers.after, ...changes.ports },
  }
  const served: Served = await serveReference(options)
  const { baseUrl } = served.roles[role] ?? { baseUrl: '' }
  return {
    settings: {
      ...settings,
      ...currencies,
      target: { role, baseUrl, ocid, environment: settings.environment },
      // The profile of the reference is known, so there is nothing to discover.
      profile: typeof settings.profile === 'object' ? settings.profile : 'reference',
      identities,
      accounts,
      pages: withSessionLife(settings.pages, options.profile.sessionSeconds),
      counterpart: { ...counterpart, listen, publicUrl },
      repeat: repeatReference(settings.repeat ?? ['--reference'], role, settings.environment),
      // The reference is a sandbox in every environment.
      yesChangeState: true,
      hasConfig: true,
      referenceTimers: timers.name,
    },
    close: async () => {
      await served.close()
      timers.close()
    },
  }
}

/** Adds how long a session of the reference's hosted page lives, as its operator would. */
const withSessionLife = (pages: RunSettings['pages'], sessionSeconds: number): RunSettings['pages'] => ({
  ...pages,
  checkout: { sessionSeconds, ...pages.checkout },
})
