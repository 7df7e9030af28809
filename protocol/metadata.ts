import type { JsonObject } from './json.ts'
import type { PrivateKey } from './keys.ts'
import { signPayload } from './payload.ts'
import type { Profile } from './profile.ts'

/** What a participant says of itself; `kyc`: OCIDs of accepted providers; `settlement`: gateways only. */
export type Identity = {
  name: string
  profile?: string
  icon?: string
  kyc?: number[]
  contact?: string
  config: { endpoint: string; capabilities: string[]; settlement?: { currencies: string[]; accepts: number[] } }
}

/** The signed "Metadata document" ("GET /metadata.json"): adds the key, the version and the signature of config. */
export const metadataDocument = (identity: Identity, key: PrivateKey, profile: Profile): JsonObject => {
  const config: JsonObject = { publicKey: key.publicKey, ...identity.config }
  return {
    [profile.versionMember]: profile.version,
    ...identity,
    config,
    signature: signPayload(config, key, profile),
  }
}
