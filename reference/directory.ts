import { type Provisioned, provisioned } from './provisioned.ts'

/** A merchant that is registered at a gateway. `endpoint` is the base of its API. */
export type Registration = { ocid: number; name: string; publicKey: string; endpoint: string }

/** Who is who: registrations, keys given beforehand, addresses of metadata documents. */
export type Directory = {
  merchants: ReadonlyMap<number, Registration>
  callerKeys: ReadonlyMap<number, string>
  metadataAddresses: ReadonlyMap<number, string>
  /** Origins of provisioned addresses, exempt from the guard against private ones. */
  origins: ReadonlySet<string>
}

const byOcid = <T extends { ocid: number }, V>(list: readonly T[], value: (entry: T) => V): Map<number, V> =>
  new Map(list.map(entry => [entry.ocid, value(entry)]))

const originsOf = (addresses: readonly string[]): Set<string> =>
  new Set(addresses.filter(address => URL.canParse(address)).map(address => new URL(address).origin))

/** The directory that a provisioning makes. */
export const directoryOf = (given?: Provisioned): Directory => {
  const { registry, callers, gateway } = provisioned(given)
  const entries = Object.entries(registry.entries).map(([ocid, address]) => [Number(ocid), address] as const)
  const metadataAddresses = new Map([...byOcid(callers, ({ metadata }) => metadata), ...entries])
  return {
    merchants: byOcid(gateway.merchants, merchant => merchant),
    callerKeys: byOcid(callers, ({ publicKey }) => publicKey),
    metadataAddresses,
    origins: originsOf([
      registry.url,
      ...metadataAddresses.values(),
      ...gateway.merchants.map(({ endpoint }) => endpoint),
      ...gateway.accounts.flatMap(({ webhook }) => webhook ?? []),
    ]),
  }
}
