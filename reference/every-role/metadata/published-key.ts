import { parseStrict } from '../../../protocol/json.ts'
import { verifyPayload } from '../../../protocol/payload.ts'
import type { Profile } from '../../../protocol/profile.ts'
import type { Messages } from '../../../schemas/messages.ts'
import { fetchDocument } from '../../service/guarded-client.ts'
import type { Service } from '../contract.ts'

/** The key of a metadata document, when the document is signed with it (heading "Metadata document"); an error where it is none. */
export const keyOfDocument = (text: string, dialect: Profile): string | undefined => {
  // Whatever else a text is, it is not signed with a key of its own.
  const { config, signature } = parseStrict(text) as Messages['metadata']
  const { publicKey } = config
  return verifyPayload(config, signature, { publicKey, dialect }) ? publicKey : undefined
}

/** The key that an OCID publishes now, read from the address in the registry; undefined when it cannot be had. */
export const publishedKey = async (ocid: number, service: Service): Promise<string | undefined> => {
  const address = service.directory.metadataAddresses.get(ocid)
  if (address === undefined) return undefined
  return fetchDocument(service.ports, address)
    .then(text => keyOfDocument(text, service.profile))
    .catch(() => undefined)
}

/** How long a key is held: a changed one counts soon, and nobody makes a role fetch once per request. */
export const keyCacheTtlMs = 2_000

type Reading = { startedAt: number; key: Promise<string | undefined> }

/** Published keys by OCID, each read once per `keyHeldMs`, failures included; only OCIDs of the registry take room. */
export class KeyCache {
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
