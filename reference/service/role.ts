import { type Profile, referenceProfile } from '../../protocol/profile.ts'
import type { PrivateKey } from '../../protocol/signature/keys.ts'
import { NonceMemory } from '../every-role/authentication/nonce-memory.ts'
import type { CommonPolicies, Service } from '../every-role/contract.ts'
import { KeyCache } from '../every-role/metadata/peer-key.ts'
import { directoryOf } from './directory.ts'
import type { Ports, Send } from './ports.ts'
import type { PartialProvisioning } from './provisioning.ts'
import type { Serving } from './serving.ts'
import { portsInTurn } from './turn-ports.ts'

/** Observes the decisions that a role makes and the requests that it sends: wraps each without changing its behaviour. */
export type Watch = {
  policies: <Policies extends CommonPolicies>(own: Policies) => Policies
  send: (send: Send) => Send
}

const unwatched: Watch = { policies: own => own, send: send => send }

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
  watch?: Watch
}

/** Builds the part that all roles share; `own` are the role's decisions, which the options may replace. */
export const serviceOf = <Policies extends CommonPolicies>(
  options: RoleOptions<Policies>,
  own: Policies,
  systemPorts: Ports,
): Service<Policies> => {
  const { watch = unwatched } = options
  const ports = portsInTurn({ ...systemPorts, send: watch.send(systemPorts.send) })
  return {
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
    policies: watch.policies({ ...own, ...options.policies }),
  }
}
