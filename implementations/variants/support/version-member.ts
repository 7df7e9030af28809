import { isObject, parseStrict } from '../../../protocol/json/json.ts'
import type { Service } from '../../../reference/every-role/contract.ts'
import { fetchDocument } from '../../../reference/service/guarded-client.ts'

/** The name that the section on versions is silent on. */
export const ownVersion = { versionMember: 'opencheckout', version: '0.1' } as const

/** Returns whether the metadata of an OCID carries the version as the service itself writes it. */
export const hasOwnVersion = async (ocid: number, { directory, ports, profile }: Service): Promise<boolean> => {
  const document = await fetchDocument(ports, directory.metadataAddresses.get(ocid) ?? '')
    .then(parseStrict)
    .catch(() => undefined)
  return isObject(document) && document[profile.versionMember] === profile.version
}
