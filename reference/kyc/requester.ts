import ipaddr from 'ipaddr.js'
import { isObject, type Json, parseStrict } from '../../protocol/json.ts'
import { isLocalhost } from '../../protocol/localhost.ts'
import { fetchDocument, isPublicAddress } from '../guarded-client.ts'
import { keyOfDocument } from '../published-key.ts'
import type { Service } from '../service.ts'

/** Who asks, as far as its metadata tells; `icon` is an address that a page may load. */
export type Requester = { ocid: number; name?: string; icon?: string }

/** So long a page waits for the metadata of the requester. */
export const requesterTimeoutMs = 3_000

/** Characters of a name that are shown. */
const longestName = 80

const isVisible = (text: string): boolean => text.replaceAll(/[\p{DI}\p{Z}\p{C}]/gu, '') !== ''

const nameOf = (value: Json | undefined): string | undefined => {
  if (typeof value !== 'string' || !isVisible(value)) return undefined
  const characters = [...value.trim()]
  return characters.length > longestName ? `${characters.slice(0, longestName - 1).join('')}…` : characters.join('')
}

// A page never makes a browser knock at the user's own machine or network.
const isOpen = ({ origin, hostname }: URL, exempt: ReadonlySet<string>): boolean =>
  exempt.has(origin) || (!isLocalhost(hostname) && (!ipaddr.isValid(hostname) || isPublicAddress(hostname)))

/** An icon that may be shown: a web address, whose host can stand in a content security policy as it is. */
const iconOf = (value: Json | undefined, exempt: ReadonlySet<string>): string | undefined => {
  const url = typeof value === 'string' && value.length <= 2048 ? URL.parse(value) : null
  if (url === null || !/^https?:$/.test(url.protocol) || !/^[a-z0-9._-]+$/.test(url.hostname)) return undefined
  return url.username === '' && url.password === '' && isOpen(url, exempt) ? url.href : undefined
}

const present = ({ ocid, name, icon }: { [Member in keyof Requester]: Requester[Member] | undefined }): Requester => ({
  ocid: Number(ocid),
  ...(name === undefined ? {} : { name }),
  ...(icon === undefined ? {} : { icon }),
})

const readRequester = (ocid: number, text: string, { profile, directory }: Service): Requester => {
  const document = keyOfDocument(text, profile) === undefined ? undefined : parseStrict(text)
  if (!isObject(document)) return { ocid }
  return present({ ocid, name: nameOf(document.name), icon: iconOf(document.icon, directory.origins) })
}

/** What the metadata of an OCID says of it: its number alone where that is unreachable, slow, malformed or unsigned. */
export const requesterOf = async (ocid: number, service: Service): Promise<Requester> => {
  const address = service.directory.metadataAddresses.get(ocid)
  if (address === undefined) return { ocid }
  return fetchDocument(service.ports, address, requesterTimeoutMs)
    .then(text => readRequester(ocid, text, service))
    .catch(() => ({ ocid }))
}
