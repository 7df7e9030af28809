import ipaddr from 'ipaddr.js'
import { isObject, type Json, parseStrict } from '../../protocol/json.ts'
import { isLocalhost } from '../../protocol/localhost.ts'
import type { Directory } from '../directory.ts'
import { fetchDocument, isPublicAddress } from '../guarded-client.ts'
import type { Service } from '../service.ts'

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

// Neither is covered by the signature of the document.
const shownOf = (document: Json, { origins }: Directory): Omit<Requester, 'ocid'> => {
  const { name, icon } = isObject(document) ? document : {}
  return { name: typeof name === 'string' ? name : undefined, icon: iconOf(icon, origins) }
}

/** What the metadata of an OCID says of it: its number alone where that is unreachable, slow or malformed. */
export const requesterOf = async (ocid: number, { ports, directory }: Service): Promise<Requester> => {
  const address = directory.metadataAddresses.get(ocid)
  if (address === undefined) return { ocid }
  const shown = await fetchDocument(ports, address, requesterTimeoutMs)
    .then(text => shownOf(parseStrict(text), directory))
    .catch(() => undefined)
  return { ocid, ...shown }
}
