import type { JsonObject } from '../protocol/json.ts'
import type { Profile } from '../protocol/profile.ts'
import type { Behaviour } from './behaviour.ts'
import { createDelays, type Delays } from './delays.ts'
import { type CounterpartIdentity, createDocuments } from './identities.ts'
import { createScripts, type Scripts } from './notifications.ts'
import { createJournal, type Recorder } from './request-journal.ts'

/** What a counterpart plays with: who, for whom, and below which address. */
export type CounterpartOptions = {
  identities: CounterpartIdentity[]
  /** The registry's entries, OCID to metadata address; served as it stands at the moment of each request. */
  registry: Record<string, string>
  /** Base address as the target sees it; a path prefix is allowed. */
  publicUrl: string
  profile: Profile
}

/** The state of one counterpart, shared by its handlers and by whoever directs it. */
export type CounterpartState = {
  /** Without a final slash. */
  publicUrl: string
  identities: ReadonlyMap<string, CounterpartIdentity>
  registry: Record<string, string>
  documentOf(identity: CounterpartIdentity): JsonObject
  journal: Recorder
  notifications: Scripts
  /** By `orderKey`. */
  orders: Map<string, { signedOrder: JsonObject; behaviour: Behaviour }>
  /** By OCID: how an identity's metadata misbehaves. */
  misbehaviours: Map<number, Behaviour>
  /** By pathname. */
  traps: Map<string, Behaviour>
  hold: Delays
}

/** Where an order is kept: `element` is the last path element of its address, encoded or not. */
export const orderKey = (ocid: number, element: string): string => `${ocid}/${decoded(element)}`

const decoded = (element: string): string => {
  try {
    return decodeURIComponent(element)
  } catch {
    return element
  }
}

/** An address without its final slashes, query and fragment. Throws a TypeError when it is none. */
const baseOf = (address: string): string => {
  const { origin, pathname } = new URL(address)
  return (origin + pathname).replace(/\/+$/, '')
}

/** A stage before the play. */
export const createCounterpartState = ({
  identities,
  registry,
  publicUrl: address,
  profile,
}: CounterpartOptions): CounterpartState => {
  const publicUrl = baseOf(address)
  return {
    publicUrl,
    identities: new Map(identities.map(identity => [String(identity.ocid), identity])),
    registry,
    documentOf: createDocuments(publicUrl, profile),
    journal: createJournal(),
    notifications: createScripts(),
    orders: new Map(),
    misbehaviours: new Map(),
    traps: new Map(),
    hold: createDelays(),
  }
}
