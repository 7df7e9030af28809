import { plainSettings } from '../../engine/settings/plain-settings.test.support.ts'
import type { RunSettings } from '../../engine/settings/settings.ts'
import { startReference } from '../../engine/target/reference-target.ts'
import { waits } from '../../harness/patience.ts'
import { type Implementation, serveOptionsOf } from '../../implementations/implementation.ts'
import type { Role } from '../../protocol/operations.ts'
import type { CommonPolicies } from '../../reference/every-role/contract.ts'
import { freePort } from '../../sandbox/free-port.ts'
import { type Certified, certifyTarget } from '../certify.ts'
import { runSettingsOf } from '../run-settings.ts'
import type { Condition } from './conditions.ts'
import type { OpenOrigin } from './origins.ts'
import { type FieldProxy, openProxy } from './proxy.ts'

/** The longest duration of a run under a rate limit, in milliseconds. */
const longestRunMs = 45 * 60_000

/** Certifies an implementation of a role under a condition by its public address, as its operator would. */
export const certifyUnder = async (
  condition: Pick<Condition, 'surround'>,
  role: Role,
  implementation: Implementation<CommonPolicies>,
  settings: Partial<RunSettings> = {},
): Promise<Certified> => {
  const listen = { host: '127.0.0.1', port: await freePort() }
  const proxies: FieldProxy[] = []
  const through = async (upstream: () => URL, hops: Parameters<typeof openProxy>[1]): Promise<FieldProxy> => {
    const proxy = await openProxy(upstream, hops)
    proxies.push(proxy)
    return proxy
  }
  let behind = new URL('http://127.0.0.1')
  const openOrigin: OpenOrigin = async hops => (await through(() => behind, hops)).url
  const { toTarget = [], toCounterpart, target: inField = {} } = await condition.surround(role, openOrigin)
  const close = async () => void (await Promise.all(proxies.map(proxy => proxy.close())))
  const outward = toCounterpart && (await through(() => new URL(`http://${listen.host}:${listen.port}`), toCounterpart))
  const front = await through(() => behind, toTarget)
  const dressed: Implementation<CommonPolicies> = {
    ...implementation,
    ...inField,
    policies: { ...inField.policies, ...implementation.policies },
    ports: { ...inField.ports, ...implementation.ports },
  }
  const given: RunSettings = {
    ...plainSettings,
    patience: { notificationMs: waits.notification.ms, personMs: waits.person.ms },
    depth: 'standard',
    environment: implementation.environment ?? 'test',
    counterpart: { ...plainSettings.counterpart, listen, ...(outward ? { publicUrl: outward.url } : {}) },
    ...settings,
  }
  const reference = await startReference(given, role, { ...serveOptionsOf(role, dressed), publicUrl: front.url })
  try {
    behind = new URL(reference.settings.target?.baseUrl ?? '')
    const toward = runSettingsOf(reference.settings, dressed)
    const address = toward.target && {
      ...toward.target,
      baseUrl: front.url + new URL(toward.target.baseUrl).pathname.replace(/\/$/, ''),
    }
    return await certifyTarget(address ? { ...toward, target: address } : toward, longestRunMs)
  } finally {
    await reference.close()
    await close()
  }
}
