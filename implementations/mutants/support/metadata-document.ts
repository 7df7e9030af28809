import { isObject, type JsonObject } from '../../../protocol/json/json.ts'
import { metadataDocument } from '../../../protocol/metadata.ts'
import { signPayload } from '../../../protocol/signature/payload.ts'
import type { CommonPolicies } from '../../../reference/every-role/contract.ts'

type Metadata = Pick<CommonPolicies, 'metadata'>

/** Changes the metadata document, but not its signature. */
export const changeDocument = (change: (document: JsonObject) => JsonObject): Metadata => ({
  metadata: (identity, key, profile) => change(metadataDocument(identity, key, profile)),
})

/** Changes the config of the metadata document before it is signed. */
export const changeConfig = (change: (config: JsonObject) => JsonObject): Metadata => ({
  metadata: (identity, key, profile) => {
    const { config, ...document } = metadataDocument(identity, key, profile)
    const changed = change(isObject(config) ? config : {})
    return { ...document, config: changed, signature: signPayload(changed, key, profile) }
  },
})
