import type { JsonObject } from './json/json.ts'
import type { Profile } from './profile.ts'
import type { PrivateKey } from './signature/keys.ts'
import { signPayload } from './signature/payload.ts'

/** The members of a metadata document that the operator chooses. `kyc`: OCIDs of accepted providers; `settlement`: gateways only. */
export type Identity = {
  name: string
  profile?: string
  icon?: string
  kyc?: number[]
  contact?: string
  config: { endpoint: string; capabilities: string[]; settlement?: { currencies: string[]; accepts: number[] } }
}

/**
 * Builds the signed metadata document ("Metadata document", "GET /metadata.json"): adds the public key, the version and the
 * signature of config. Clauses: META-02, META-04, META-08, META-14.
 */
export const metadataDocument = (identity: Identity, key: PrivateKey, profile: Profile): JsonObject => {
  const config: JsonObject = { publicKey: key.publicKey, ...identity.config }
  return {
    [profile.versionMember]: profile.version,
    ...identity,
    config,
    signature: signPayload(config, key, profile),
  }
}
