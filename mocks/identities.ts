import type { JsonObject } from '../protocol/json.ts'
import type { PrivateKey } from '../protocol/keys.ts'
import { metadataDocument } from '../protocol/metadata.ts'
import type { Profile } from '../protocol/profile.ts'

/** One participant that the counterpart plays, whatever the role of the target: identities are data. */
export type CounterpartIdentity = {
  /** Its name in the config: `merchant`, `purse1`, `requester`, … */
  id: string
  ocid: number
  /** Display name. */
  name: string
  key: PrivateKey
  /** What it is to the target: `merchant`, `partner`, `app`, `settlement`, `issuer`, `requester`, … */
  role: string
  /** A key other than its own, which its metadata publishes and is signed with. May change while the counterpart plays. */
  publishes?: PrivateKey
  /** Whether it answers at `/transfer/webhook`. */
  hasWebhook: boolean
  capabilities: string[]
  profile?: string
  icon?: string
  kyc?: number[]
  contact?: string
  settlement?: { currencies: string[]; accepts: number[] }
}

/** Makes the metadata document of an identity (heading: Metadata document); signed again only when its key has changed. */
export const createDocuments = (publicUrl: string, protocol: Profile) => {
  const made = new WeakMap<PrivateKey, Map<number, JsonObject>>()

  return (identity: CounterpartIdentity): JsonObject => {
    const key = identity.publishes ?? identity.key
    const documents = made.get(key) ?? new Map<number, JsonObject>()
    made.set(key, documents)
    const document = documents.get(identity.ocid) ?? documentOf(identity, publicUrl, protocol)
    documents.set(identity.ocid, document)
    return document
  }
}

const documentOf = (identity: CounterpartIdentity, publicUrl: string, protocol: Profile): JsonObject => {
  const { name, profile, icon, kyc, contact, ocid, capabilities, settlement } = identity
  const given = {
    name,
    ...(profile !== undefined && { profile }),
    ...(icon !== undefined && { icon }),
    ...(kyc !== undefined && { kyc }),
    ...(contact !== undefined && { contact }),
    config: { endpoint: `${publicUrl}/${ocid}`, capabilities, ...(settlement !== undefined && { settlement }) },
  }
  return metadataDocument(given, identity.publishes ?? identity.key, protocol)
}
