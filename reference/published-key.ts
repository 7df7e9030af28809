import { isObject, parseStrict } from '../protocol/json.ts'
import { isPublicKey } from '../protocol/keys.ts'
import { verifyPayload } from '../protocol/payload.ts'
import type { Profile } from '../protocol/profile.ts'
import { fetchDocument } from './guarded-client.ts'
import type { Ports } from './ports.ts'
import type { Service } from './service.ts'

/** The key of a metadata document, when the document is signed with it (heading "Metadata document"). */
export const keyOfDocument = (text: string, dialect: Profile): string | undefined => {
  const document = parseStrict(text)
  if (!isObject(document) || !isObject(document.config)) return undefined
  const { publicKey } = document.config
  if (!isPublicKey(publicKey)) return undefined
  return verifyPayload(document.config, document.signature, { publicKey, dialect }) ? publicKey : undefined
}

/** The key that an OCID publishes now, read from the address in the registry; undefined when it cannot be had. */
export const publishedKey = async (ocid: number, service: Service): Promise<string | undefined> => {
  const address = service.directory.metadataAddresses.get(ocid)
  if (address === undefined) return undefined
  return fetchDocument(service.ports, address)
    .then(text => keyOfDocument(text, service.profile))
    .catch(() => undefined)
}

/** How long a caller's key is held: nobody makes a role fetch once per request. */
export const keyHeldMs = 10_000

type Held = { until: number; key: Promise<string | undefined> }

/** Keys by OCID, each read once per `keyHeldMs`, failures included; only OCIDs of the registry take room. */
export class HeldKeys {
  readonly #held = new Map<number, Held>()

  get(ocid: number, ports: Pick<Ports, 'now'>, read: () => Promise<string | undefined>): Promise<string | undefined> {
    const held = this.#held.get(ocid)
    if (held !== undefined && held.until > ports.now()) return held.key
    const key = read()
    this.#held.set(ocid, { until: ports.now() + keyHeldMs, key })
    return key
  }
}
