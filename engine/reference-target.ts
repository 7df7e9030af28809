import { createServer } from 'node:net'
import { referenceProfile } from '../protocol/profile.ts'
import { type Served, type ServeOptions, serveReference } from '../reference/serve.ts'
import { accountsOf } from './provisioning/identities.ts'
import { provisioningOf } from './provisioning/provisioning.ts'
import { freshIdentities } from './settings/config-identities.ts'
import type { RunSettings } from './settings/settings.ts'

/** The reference gateway, provisioned for a run, and the settings that certify it. */
export type ReferenceTarget = { settings: RunSettings; close(): Promise<void> }

const ocid = 1001

/** What the reference settles in, and what the harness has accounts in. */
const currencies = { currency: 'USD', secondCurrency: 'EUR' } as const

/** Starts the bundled reference on loopback with everything registered that the suites need. */
export const startReference = async (
  settings: RunSettings,
  changes: Partial<ServeOptions> = {},
): Promise<ReferenceTarget> => {
  const listen = { host: '127.0.0.1', port: await freePort() }
  const publicUrl = `http://${listen.host}:${listen.port}`
  const identities = freshIdentities('gateway')
  const accounts = accountsOf(identities)
  const plan = { target: { role: 'gateway', ocid } as const, publicUrl, identities, accounts, ...currencies }
  const served: Served = await serveReference({
    roles: ['gateway'],
    provisioning: provisioningOf(plan),
    profile: referenceProfile,
    ...changes,
  })
  const { baseUrl } = served.roles.gateway ?? { baseUrl: '' }
  return {
    settings: {
      ...settings,
      ...currencies,
      target: { role: 'gateway', baseUrl, ocid, environment: settings.environment },
      profile: 'reference',
      identities,
      accounts,
      counterpart: { ...settings.counterpart, listen, publicUrl },
      hasConfig: true,
    },
    close: served.close,
  }
}

/** A port that is free now: the reference has to know the counterpart's address before the counterpart listens. */
const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
