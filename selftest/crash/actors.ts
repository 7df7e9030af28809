import type { JsonObject } from '../../protocol/json/json.ts'
import { metadataDocument } from '../../protocol/metadata.ts'
import { referenceProfile } from '../../protocol/profile.ts'
import { PrivateKey } from '../../protocol/signature/keys.ts'
import { signPayload } from '../../protocol/signature/payload.ts'

/** The callers of the roles, by OCID. */
export const actors = {
  shop: 2001,
  partner: 3001,
  purse: 3011,
  app: 6001,
  issuer: 5001,
  requester: 7001,
  user: 8001,
} as const

/** Returns the key of an OCID, the same in each run: it protects nothing. */
export const keyOf = (ocid: number): PrivateKey => new PrivateKey(String(ocid).padStart(64, '0'))

/** Signs a payload as an OCID. */
export const sign = (payload: object, ocid: number): string =>
  signPayload(payload as JsonObject, keyOf(ocid), referenceProfile)

/** Returns the metadata that an OCID publishes at an address. */
export const metadataOf = (ocid: number, endpoint: string): JsonObject =>
  metadataDocument(
    { name: `Participant ${ocid}`, config: { endpoint, capabilities: [] } },
    keyOf(ocid),
    referenceProfile,
  )

/** Returns the common part of every provisioning: the registry, and the callers with their keys. */
export const provisioningBase = (site: string, target: { role: string; ocid: number }) => ({
  version: 1,
  target: { ...target, baseUrl: 'http://127.0.0.1:1' },
  registry: {
    url: `${site}/registry.json`,
    entries: Object.fromEntries(Object.values(actors).map(ocid => [ocid, `${site}/${ocid}/metadata.json`])),
  },
  callers: Object.values(actors).map(ocid => ({
    ocid,
    name: `Participant ${ocid}`,
    publicKey: keyOf(ocid).publicKey,
    metadata: `${site}/${ocid}/metadata.json`,
  })),
})
