import { type PartialProvisioning, withEverySection } from './provisioning.ts'

/** A merchant that is registered at a gateway. `endpoint` is the base of its API. */
type Registration = { ocid: number; name: string; publicKey: string; endpoint: string }

/** The participants that a role knows: registered merchants, provisioned keys, addresses of metadata documents. */
export type Directory = {
  merchants: ReadonlyMap<number, Registration>
  callerKeys: ReadonlyMap<number, string>
  metadataAddresses: ReadonlyMap<number, string>
  /** Origins of provisioned addresses, which may be private. */
  origins: ReadonlySet<string>
}

const byOcid = <T extends { ocid: number }, V>(list: readonly T[], value: (entry: T) => V): Map<number, V> =>
  new Map(list.map(entry => [entry.ocid, value(entry)]))

const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(textsIn)

/** Returns the origins of all addresses in a provisioning. */
const originsIn = (given: PartialProvisioning): Set<string> =>
  new Set(
    textsIn(given)
      .filter(text => URL.canParse(text))
      .map(text => new URL(text).origin),
  )

/** Builds the directory of a provisioning. */
export const directoryOf = (given: PartialProvisioning = {}): Directory => {
  const { registry, callers, gateway } = withEverySection(given)
  const entries = Object.entries(registry.entries).map(([ocid, address]) => [Number(ocid), address] as const)
  return {
    merchants: byOcid(gateway.merchants, merchant => merchant),
    callerKeys: byOcid(callers, ({ publicKey }) => publicKey),
    metadataAddresses: new Map(entries),
    origins: originsIn(given),
  }
}
