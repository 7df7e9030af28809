import { isObject, type JsonObject } from '../../../protocol/json.ts'
import { metadataDocument } from '../../../protocol/metadata.ts'
import { signPayload } from '../../../protocol/payload.ts'
import type { CommonPolicies } from '../../../reference/every-role/policies.ts'

type Metadata = Pick<CommonPolicies, 'metadata'>

/** Another metadata document, whose signature is left as it was. */
export const changeDocument = (change: (document: JsonObject) => JsonObject): Metadata => ({
  metadata: (identity, key, profile) => change(metadataDocument(identity, key, profile)),
})

/** Another config, signed as it is. */
export const changeConfig = (change: (config: JsonObject) => JsonObject): Metadata => ({
  metadata: (identity, key, profile) => {
    const { config, ...document } = metadataDocument(identity, key, profile)
    const changed = change(isObject(config) ? config : {})
    return { ...document, config: changed, signature: signPayload(changed, key, profile) }
  },
})
