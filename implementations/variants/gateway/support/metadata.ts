import { type Identity, metadataDocument } from '../../../../protocol/metadata.ts'
import type { GatewayPolicies } from '../../../../reference/gateway/contract.ts'

type Config = Identity['config']

/** Changes the identity that the metadata describes. */
export const changeIdentity =
  (change: (identity: Identity) => Identity): GatewayPolicies['metadata'] =>
  (identity, key, profile) =>
    metadataDocument(change(identity), key, profile)

export const changeConfig = (change: (config: Config) => Config) =>
  changeIdentity(identity => ({ ...identity, config: change(identity.config) }))
