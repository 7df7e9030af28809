import { isObject, parseStrict } from '../../../protocol/json/json.ts'
import type { Service } from '../../../reference/every-role/contract.ts'
import { fetchDocument } from '../../../reference/service/guarded-client.ts'

/** A separate member name: the section on versions does not give one. */
export const ownVersion = { versionMember: 'opencheckout', version: '0.1' } as const

/** Returns whether the metadata of an OCID carries the version the way this service writes it. */
export const hasOwnVersion = async (ocid: number, { directory, ports, profile }: Service): Promise<boolean> => {
  const document = await fetchDocument(ports, directory.metadataAddresses.get(ocid) ?? '')
    .then(parseStrict)
    .catch(() => undefined)
  return isObject(document) && document[profile.versionMember] === profile.version
}
