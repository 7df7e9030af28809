import { createServer, request as httpRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { plainSettings } from '../../engine/settings/plain-settings.test.support.ts'
import type { RunSettings } from '../../engine/settings/settings.ts'
import { type ReferenceTarget, startReference } from '../../engine/target/reference-target.ts'
import type { Role } from '../../protocol/operations.ts'
import type { GatewayPolicies } from '../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../reference/gateway/policies.ts'
import type { MerchantPolicies } from '../../reference/merchant/contract.ts'
import type { ServeOptions } from '../../sandbox/serve.ts'
import { certifyTarget } from '../certify.ts'

const references: ReferenceTarget[] = []
const servers: Server[] = []

/** Closes all started targets and proxies. */
export const closeTargets = async (): Promise<void> => {
  await Promise.all(references.map(reference => reference.close()))
  for (const server of servers) server.closeAllConnections()
  await Promise.all(servers.map(server => new Promise(resolve => server.close(resolve))))
}

/** Starts the reference of a role; it is closed with the others. */
export const openTarget = async (role: Role, changes: Partial<ServeOptions> = {}): Promise<ReferenceTarget> => {
  const reference = await startReference(plainSettings, role, changes)
  references.push(reference)
  return reference
}

/** Certifies a conformant target with settings that do not fit it. */
export const certifyChanged = async (
  change: (settings: RunSettings) => RunSettings | Promise<RunSettings>,
  policies: Partial<GatewayPolicies> = {},
) => {
  const reference = await openTarget('gateway', { policies: { gateway: { ...behindProxy, ...policies } } })
  return certifyTarget(await change(reference.settings))
}

/** The published endpoint behind a proxy, by the target's address. */
const publishedEndpoints = new Map<string, string>()

const behindProxy: Partial<GatewayPolicies> = {
  metadata: (identity, key, profile) => {
    const endpoint = publishedEndpoints.get(identity.config.endpoint) ?? identity.config.endpoint
    return gatewayPolicies.metadata({ ...identity, config: { ...identity.config, endpoint } }, key, profile)
  },
}

export const withIdentity = (
  settings: RunSettings,
  id: string,
  change: Partial<RunSettings['identities'][string]>,
): RunSettings => {
  const identity = settings.identities[id]
  if (!identity) throw new Error(`no identity ${id}`)
  return { ...settings, identities: { ...settings.identities, [id]: { ...identity, ...change } } }
}

/** Starts a proxy in front of the target that changes requests and responses. */
export const addProxy = async (
  settings: RunSettings,
  passes: (name: string) => boolean,
  date?: () => string,
): Promise<RunSettings> => {
  const target = new URL(settings.target?.baseUrl ?? '')
  const server = createServer((request, response) => {
    const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => passes(name)))
    const forward = httpRequest(
      { host: target.hostname, port: target.port, method: request.method, path: request.url, headers },
      incoming => {
        response.writeHead(incoming.statusCode ?? 500, { ...incoming.headers, ...(date ? { date: date() } : {}) })
        incoming.pipe(response)
      },
    )
    request.pipe(forward)
  })
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  publishedEndpoints.set(target.origin, `http://127.0.0.1:${port}`)
  return {
    ...settings,
    target: { role: 'gateway', ocid: 1001, environment: 'test', baseUrl: `http://127.0.0.1:${port}` },
  }
}

/** Certifies a conformant merchant with settings that do not fit it. */
export const certifyMerchant = async (
  change: (settings: RunSettings) => RunSettings,
  policies: Partial<MerchantPolicies> = {},
) => {
  const reference = await openTarget('merchant', { policies: { merchant: policies } })
  return certifyTarget(change(reference.settings))
}
