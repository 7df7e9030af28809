import ipaddr from 'ipaddr.js'
import { type Json, type JsonObject, parseStrict } from '../../../protocol/json/json.ts'
import { isLocalhost } from '../../../protocol/localhost.ts'
import type { Service } from '../../every-role/contract.ts'
import { keyOfDocument } from '../../every-role/metadata/peer-key.ts'
import { fetchDocument, isPublicAddress } from '../../service/guarded-client.ts'
import type { Requester } from '../contract.ts'

/** The time that a page waits for the requester's metadata. Clause: CONSENT-07. */
const requesterTimeoutMs = 3_000

/** Returns whether a host is outside the user's machine and network, and can be written in a content security policy. */
const isPublicHost = (host: string): boolean =>
  /^[a-z0-9._-]+$/.test(host) && !isLocalhost(host) && (!ipaddr.isValid(host) || isPublicAddress(host))

/** Returns the address of an icon that a page may load: http(s), public or provisioned. Clause: CONSENT-05. */
const iconOf = (icon: Json | undefined, provisioned: ReadonlySet<string>): string | undefined => {
  const url = URL.parse(String(icon))
  if (!url?.protocol.startsWith('http')) return undefined
  return provisioned.has(url.origin) || isPublicHost(url.hostname) ? url.href : undefined
}

// The signature covers neither, but a document that is not signed cannot be trusted at all.
const presentationOf = (text: string, { profile, directory }: Service): Omit<Requester, 'ocid'> => {
  if (keyOfDocument(text, profile) === undefined) return {}
  const { name, icon } = parseStrict(text) as JsonObject
  return { name: typeof name === 'string' ? name : undefined, icon: iconOf(icon, directory.origins) }
}

/**
 * Returns name and icon from the metadata of an OCID; its number alone if the document is unreachable, slow, malformed or wrongly
 * signed. Clauses: CONSENT-01, CONSENT-07.
 */
export const requesterOf = async (ocid: number, service: Service): Promise<Requester> => {
  const address = service.directory.metadataAddresses.get(ocid)
  if (address === undefined) return { ocid }
  const presentation = await fetchDocument(service.ports, address, requesterTimeoutMs)
    .then(text => presentationOf(text, service))
    .catch(() => undefined)
  return { ocid, ...presentation }
}
