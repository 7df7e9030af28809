import { parseStrict } from '../../../protocol/json/json.ts'
import type { Profile } from '../../../protocol/profile.ts'
import { verifyPayload } from '../../../protocol/signature/payload.ts'
import type { Messages } from '../../../schemas/messages.ts'
import { fetchDocument } from '../../service/guarded-client.ts'
import type { KeySource, Service } from '../contract.ts'

/**
 * Returns the key in a metadata document if the document is signed with it (heading "Metadata document"); throws if the text is
 * not JSON, or not an object with a config.
 */
export const keyOfDocument = (text: string, dialect: Profile): string | undefined => {
  // The signature proves the shape: no other text is signed with its own key.
  const { config, signature } = parseStrict(text) as Messages['metadata']
  const { publicKey } = config
  return verifyPayload(config, signature, { publicKey, dialect }) ? publicKey : undefined
}

/** Reads the key that an OCID publishes at its address in the registry; undefined if it cannot be read. */
export const publishedKey = async (ocid: number, service: Service): Promise<string | undefined> => {
  const address = service.directory.metadataAddresses.get(ocid)
  if (address === undefined) return undefined
  return fetchDocument(service.ports, address)
    .then(text => keyOfDocument(text, service.profile))
    .catch(() => undefined)
}

/** How long a key is cached: short enough to notice a change, long enough not to fetch once per request. */
export const keyCacheTtlMs = 100

type Reading = { startedAt: number; key: Promise<string | undefined> }

/** Caches published keys by OCID for `keyCacheTtlMs`, failed readings included; holds OCIDs of the registry only. */
export class KeyCache implements KeySource {
  readonly #readings = new Map<number, Reading>()

  async get(ocid: number, service: Service): Promise<string | undefined> {
    const { directory, policies, ports } = service
    if (!directory.metadataAddresses.has(ocid)) return undefined
    const now = ports.now()
    const last = this.#readings.get(ocid)
    if (last !== undefined && now - last.startedAt < policies.keyCacheTtlMs) return last.key
    const key = policies.publishedKey(ocid, service)
    this.#readings.set(ocid, { startedAt: now, key })
    return key
  }
}
