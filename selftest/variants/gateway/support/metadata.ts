import { type Identity, metadataDocument } from '../../../../protocol/metadata.ts'
import type { GatewayPolicies } from '../../../../reference/gateway/policies.ts'

type Config = Identity['config']

/** The document of another identity. */
export const told =
  (change: (identity: Identity) => Identity): GatewayPolicies['metadata'] =>
  (identity, key, profile) =>
    metadataDocument(change(identity), key, profile)

export const configured = (change: (config: Config) => Config) =>
  told(identity => ({ ...identity, config: change(identity.config) }))
