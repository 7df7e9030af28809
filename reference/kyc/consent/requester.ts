import ipaddr from 'ipaddr.js'
import { type Json, type JsonObject, parseStrict } from '../../../protocol/json.ts'
import { isLocalhost } from '../../../protocol/localhost.ts'
import type { Service } from '../../every-role/contract.ts'
import { keyOfDocument } from '../../every-role/metadata/published-key.ts'
import { fetchDocument, isPublicAddress } from '../../service/guarded-client.ts'

/** Who asks, as far as its metadata tells; `icon` is an address that a page may load. */
export type Requester = { ocid: number; name?: string | undefined; icon?: string | undefined }

/** So long a page waits for the metadata of the requester. */
export const requesterTimeoutMs = 3_000

/** A host that is neither the user's own machine nor in its network, and can stand in a content security policy as it is. */
const isPublicHost = (host: string): boolean =>
  /^[a-z0-9._-]+$/.test(host) && !isLocalhost(host) && (!ipaddr.isValid(host) || isPublicAddress(host))

/** An icon that may be shown: a web address, public or provisioned. */
const iconOf = (icon: Json | undefined, provisioned: ReadonlySet<string>): string | undefined => {
  const url = URL.parse(String(icon))
  if (!url?.protocol.startsWith('http')) return undefined
  return provisioned.has(url.origin) || isPublicHost(url.hostname) ? url.href : undefined
}

// Neither is covered by the signature, but a document that nobody signed for is nobody's.
const shownOf = (text: string, { profile, directory }: Service): Omit<Requester, 'ocid'> => {
  if (keyOfDocument(text, profile) === undefined) return {}
  const { name, icon } = parseStrict(text) as JsonObject
  return { name: typeof name === 'string' ? name : undefined, icon: iconOf(icon, directory.origins) }
}

/** What the metadata of an OCID says of it: its number alone where that is unreachable, slow, malformed or wrongly signed. */
export const requesterOf = async (ocid: number, service: Service): Promise<Requester> => {
  const address = service.directory.metadataAddresses.get(ocid)
  if (address === undefined) return { ocid }
  const shown = await fetchDocument(service.ports, address, requesterTimeoutMs)
    .then(text => shownOf(text, service))
    .catch(() => undefined)
  return { ocid, ...shown }
}
