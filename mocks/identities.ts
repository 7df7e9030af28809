import type { JsonObject } from '../protocol/json/json.ts'
import { metadataDocument } from '../protocol/metadata.ts'
import type { Profile } from '../protocol/profile.ts'
import type { PrivateKey } from '../protocol/signature/keys.ts'

/** One participant that the counterpart plays. Which ones it plays depends on the role of the target. */
export type CounterpartIdentity = {
  /** Its name in the config: `merchant`, `purse1`, `requester`, … */
  id: string
  ocid: number
  /** Display name. */
  name: string
  key: PrivateKey
  /** The role that it plays toward the target: `merchant`, `partner`, `app`, `settlement`, `issuer`, `requester`, … */
  role: string
  /** The key that its metadata publishes and is signed with, instead of its own. May change during a run. */
  publishes?: PrivateKey
  /** Whether it accepts notifications at `/transfer/webhook`. */
  hasWebhook: boolean
  capabilities: string[]
  profile?: string
  icon?: string
  kyc?: number[]
  contact?: string
  settlement?: { currencies: string[]; accepts: number[] }
}

/**
 * Returns a function that makes the metadata document of an identity and signs it again only when its key changes.
 * Heading: Metadata document.
 */
export const createDocuments = (publicUrl: string, protocol: Profile) => {
  const cache = new WeakMap<PrivateKey, Map<number, JsonObject>>()

  return (identity: CounterpartIdentity): JsonObject => {
    const key = identity.publishes ?? identity.key
    const documents = cache.get(key) ?? new Map<number, JsonObject>()
    cache.set(key, documents)
    const document = documents.get(identity.ocid) ?? documentOf(identity, publicUrl, protocol)
    documents.set(identity.ocid, document)
    return document
  }
}

const documentOf = (identity: CounterpartIdentity, publicUrl: string, protocol: Profile): JsonObject => {
  const { name, profile, icon, kyc, contact, ocid, capabilities, settlement } = identity
  const members = {
    name,
    ...(profile !== undefined && { profile }),
    ...(icon !== undefined && { icon }),
    ...(kyc !== undefined && { kyc }),
    ...(contact !== undefined && { contact }),
    config: { endpoint: `${publicUrl}/${ocid}`, capabilities, ...(settlement !== undefined && { settlement }) },
  }
  return metadataDocument(members, identity.publishes ?? identity.key, protocol)
}
