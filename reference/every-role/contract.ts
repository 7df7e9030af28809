import type { PrivateKey } from '../../protocol/keys.ts'
import type { Profile } from '../../protocol/profile.ts'
import type { Directory } from '../service/directory.ts'
import type { Ports } from '../service/ports.ts'
import type { Nonces } from './authentication/nonce.ts'
import type { KeyCache } from './metadata/published-key.ts'
import type { CommonPolicies } from './policies.ts'

/** What any role is made of, whichever operations it answers. */
export type Service<Policies extends CommonPolicies = CommonPolicies> = {
  ocid: number
  name: string
  key: PrivateKey
  profile: Profile
  environment: 'test' | 'production'
  /** The base address; known once the server listens. No slash at its end. */
  endpoint: () => string
  directory: Directory
  nonces: Nonces
  /** Keys that were read from metadata: of callers, and of issuers. */
  keyCache: KeyCache
  ports: Ports
  policies: Policies
}
