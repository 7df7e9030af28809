import { createServer, request as httpRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, test } from 'vitest'
import { type ReferenceTarget, startReference } from '../engine/reference-target.ts'
import { plainSettings } from '../engine/settings/plain-settings.test.support.ts'
import type { RunSettings } from '../engine/settings/settings.ts'
import { generatePrivateKey } from '../protocol/keys.ts'
import type { GatewayPolicies } from '../reference/gateway/contract.ts'
import { gatewayPolicies } from '../reference/gateway/policies.ts'
import { certifyTarget, clausesThat } from './certify.ts'

const references: ReferenceTarget[] = []
const servers: Server[] = []

afterAll(async () => {
  await Promise.all(references.map(reference => reference.close()))
  for (const server of servers) server.closeAllConnections()
  await Promise.all(servers.map(server => new Promise(resolve => server.close(resolve))))
})

/** Certifies a conformant target with settings that do not fit it. */
const certifyChanged = async (
  change: (settings: RunSettings) => RunSettings | Promise<RunSettings>,
  policies: Partial<GatewayPolicies> = {},
) => {
  const reference = await startReference(plainSettings, 'gateway', {
    policies: { gateway: { ...behindProxy, ...policies } },
  })
  references.push(reference)
  return certifyTarget(await change(reference.settings))
}

/** The published endpoint behind a proxy, by the target's own address. */
const publishedEndpoints = new Map<string, string>()

const behindProxy: Partial<GatewayPolicies> = {
  metadata: (identity, key, profile) => {
    const endpoint = publishedEndpoints.get(identity.config.endpoint) ?? identity.config.endpoint
    return gatewayPolicies.metadata({ ...identity, config: { ...identity.config, endpoint } }, key, profile)
  },
}

const withIdentity = (
  settings: RunSettings,
  id: string,
  change: Partial<RunSettings['identities'][string]>,
): RunSettings => {
  const identity = settings.identities[id]
  if (!identity) throw new Error(`no identity ${id}`)
  return { ...settings, identities: { ...settings.identities, [id]: { ...identity, ...change } } }
}

/** Starts a proxy in front of the target that changes requests and responses. */
const addProxy = async (
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

const hour = 3_600_000

const wrongSettings: [string, () => ReturnType<typeof certifyChanged>, RegExp][] = [
  [
    'a private key that was not registered',
    () => certifyChanged(s => withIdentity(s, 'merchant', { key: generatePrivateKey() })),
    /refuses merchant \(2001\) with INVALID_SIGNATURE/,
  ],
  [
    'an identity that is not registered',
    () => certifyChanged(s => withIdentity(s, 'partner', { ocid: 3999 })),
    /refuses partner \(3999\) with UNKNOWN_OCID/,
  ],
  [
    'a merchant that is only a caller',
    () => certifyChanged(s => withIdentity(s, 'merchant2', s.identities.app ?? {})),
    /does not know merchant2 \(6001\) as a merchant/,
  ],
  [
    'a wrong OCID for the target',
    () =>
      certifyChanged(s => ({
        ...s,
        target: { role: 'gateway', baseUrl: s.target?.baseUrl ?? '', ocid: 1002, environment: 'test' },
      })),
    /calls itself 1001, and the config calls it 1002/,
  ],
  [
    'a purse without an account',
    () => certifyChanged(s => withIdentity(s, 'purse2', s.identities.app ?? {})),
    /Accounts are missing at the target: purse2/,
  ],
  ['an empty treasury', () => certifyChanged(s => s, { move: () => false }), /holds less than/],
  [
    'a base URL that leads nowhere',
    () =>
      certifyChanged(s => ({
        ...s,
        target: { role: 'gateway', baseUrl: `${s.target?.baseUrl}/elsewhere`, ocid: 1001, environment: 'test' },
      })),
    /No operation of a gateway takes a request/,
  ],
  [
    'the base URL of another role',
    async () => {
      const provider = await startReference(plainSettings, 'kyc')
      references.push(provider)
      const baseUrl = provider.settings.target?.baseUrl ?? ''
      return certifyChanged(s => ({ ...s, target: { role: 'gateway', baseUrl, ocid: 1001, environment: 'test' } }))
    },
    /kyc/,
  ],
  [
    'clocks an hour apart',
    () =>
      certifyChanged(
        s =>
          addProxy(
            s,
            () => true,
            () => new Date(Date.now() + hour).toUTCString(),
          ),
        {
          isFresh: (sent: number, now: number, profile: Parameters<typeof gatewayPolicies.isFresh>[2]) =>
            gatewayPolicies.isFresh(sent, now + 3600, profile),
        },
      ),
    /clock of the target is 3[56]\d\d s ahead/,
  ],
]

describe('a wrong set-up exits with 2 and names its cause, and nothing fails', () => {
  test.concurrent.for(wrongSettings)('%s', { timeout: 120_000 }, async ([, run, cause], { expect }) => {
    const certified = await run()
    expect(
      certified.report.preflight
        ?.filter(finding => finding.severity === 'error')
        .map(finding => finding.message)
        .join(' '),
    ).toMatch(cause)
    expect(certified.exitCode).toBe(2)
    expect(clausesThat(certified, 'fail', 'warn', 'pass')).toEqual([])
  })
})

const obstacles: [string, () => ReturnType<typeof certifyChanged>, RegExp][] = [
  [
    'a public address that does not answer',
    () => certifyChanged(s => ({ ...s, counterpart: { ...s.counterpart, publicUrl: 'http://127.0.0.1:9' } })),
    /does not answer at its public address/,
  ],
  [
    'a proxy that strips the headers',
    () => certifyChanged(s => addProxy(s, name => !name.startsWith('x-oc-'))),
    /strips the X-OC headers/,
  ],
  [
    'wrong keys for every identity',
    () =>
      certifyChanged(s =>
        Object.keys(s.identities).reduce((all, id) => withIdentity(all, id, { key: generatePrivateKey() }), s),
      ),
    /Every signed request is refused/,
  ],
]

describe('an obstacle blocks what needs it, and nothing fails', () => {
  test.concurrent.for(obstacles)('%s', { timeout: 120_000 }, async ([, run, cause], { expect }) => {
    const certified = await run()
    expect(certified.report.preflight?.map(finding => finding.message).join(' ')).toMatch(cause)
    expect(certified.exitCode).toBe(3)
    expect(clausesThat(certified, 'fail', 'warn')).toEqual([])
    expect(clausesThat(certified, 'blocked')).not.toEqual([])
  })
})
