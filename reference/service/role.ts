import type { JsonObject } from '../../protocol/json.ts'
import type { PrivateKey } from '../../protocol/keys.ts'
import { type Profile, referenceProfile } from '../../protocol/profile.ts'
import { NonceMemory, type SavedNonce } from '../every-role/authentication/nonce-memory.ts'
import type { CommonPolicies, Service } from '../every-role/contract.ts'
import { KeyCache } from '../every-role/metadata/published-key.ts'
import { directoryOf } from './directory.ts'
import type { Ports } from './ports.ts'
import type { PartialProvisioning } from './provisioning.ts'

/** What a role is started with. */
export type RoleOptions<Policies extends CommonPolicies> = {
  ocid: number
  name: string
  /** The base address, which may be known only once the server listens. */
  endpoint: () => string
  key: PrivateKey
  profile?: Profile
  environment?: 'test' | 'production'
  provisioning?: PartialProvisioning
  ports?: Partial<Ports>
  /** Decisions in place of the role's own. */
  policies?: Partial<Policies>
}

/** The part of a role that is alike for all of them; `own`: what it decides where the options do not. */
export const serviceOf = <Policies extends CommonPolicies>(
  options: RoleOptions<Policies>,
  own: Policies,
  ports: Ports,
): Service<Policies> => ({
  ocid: options.ocid,
  name: options.name,
  key: options.key,
  profile: options.profile ?? referenceProfile,
  environment: options.environment ?? 'test',
  endpoint: options.endpoint,
  directory: directoryOf(options.provisioning),
  nonces: new NonceMemory(),
  keyCache: new KeyCache(),
  ports,
  policies: { ...own, ...options.policies },
})

type SavedState<State> = { version: 1; store: State; nonces: SavedNonce[] }

/** A role with a store, whose state outlives a run. */
type Stateful<State extends JsonObject> = Pick<Service, 'nonces' | 'ports'> & {
  store: { snapshot: () => State; restore: (state: State) => void }
}

/** Gives notice that the state is another now. */
export const persist = <State extends JsonObject>({ store, nonces, ports: { persistence } }: Stateful<State>): void =>
  persistence.changed(() => ({ version: 1, store: store.snapshot(), nonces: nonces.snapshot() }))

/** Takes up the state that was kept before, where there is one. */
export const restore = <State extends JsonObject>({ store, nonces, ports: { persistence } }: Stateful<State>): void => {
  if (persistence.saved === undefined) return
  const saved = persistence.saved as unknown as SavedState<State>
  store.restore(saved.store)
  nonces.restore(saved.nonces)
}
