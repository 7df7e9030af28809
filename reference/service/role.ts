import type { PrivateKey } from '../../protocol/keys.ts'
import { type Profile, referenceProfile } from '../../protocol/profile.ts'
import { NonceMemory } from '../every-role/authentication/nonce-memory.ts'
import type { CommonPolicies, Service } from '../every-role/contract.ts'
import { KeyCache } from '../every-role/metadata/published-key.ts'
import { directoryOf } from './directory.ts'
import type { Ports } from './ports.ts'
import type { PartialProvisioning } from './provisioning.ts'
import type { Serving } from './serving.ts'

/** The options of a role. */
export type RoleOptions<Policies extends CommonPolicies> = {
  ocid: number
  name: string
  /** The base address; it may be unknown until the server listens. */
  endpoint: () => string
  key: PrivateKey
  profile?: Profile
  environment?: 'test' | 'production'
  provisioning?: PartialProvisioning
  ports?: Partial<Ports>
  serving?: Serving
  /** Decisions that replace the role's own. */
  policies?: Partial<Policies>
}

/** Builds the part that all roles share; `own` are the role's decisions, which the options may replace. */
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
  serving: options.serving ?? {},
  directory: directoryOf(options.provisioning),
  nonces: new NonceMemory(ports.storage.table('nonces')),
  keyCache: new KeyCache(),
  ports,
  policies: { ...own, ...options.policies },
})
