import type { Behaviour } from '../harness/counterpart.ts'
import type { JsonObject } from '../protocol/json/json.ts'
import type { Profile } from '../protocol/profile.ts'
import { createDelays, type Delays } from './delays.ts'
import { type CounterpartIdentity, createDocuments } from './identities.ts'
import { createRequestJournal, type WritableJournal } from './request-journal.ts'
import { createWebhookScripts, type WebhookScripts } from './webhook-scripts.ts'

/** The identities, the registry and the base address of a counterpart. */
export type CounterpartOptions = {
  identities: CounterpartIdentity[]
  /** The registry's entries, OCID to metadata address; every request gets its current state. */
  registry: Record<string, string>
  /** Base address as the target sees it; it may have a path prefix. */
  publicUrl: string
  profile: Profile
}

/** The state of one counterpart, shared by its handlers and by its methods. */
export type CounterpartState = {
  /** Without a final slash. */
  publicUrl: string
  identities: ReadonlyMap<string, CounterpartIdentity>
  registry: Record<string, string>
  /** Returns the metadata document of an identity. */
  documentOf(identity: CounterpartIdentity): JsonObject
  journal: WritableJournal
  webhookScripts: WebhookScripts
  /** Published orders by `orderKey`, as JSON: text needs a fraction of the memory of its value. */
  orders: Map<string, { text: string; behaviour: Behaviour }>
  /** The keys of the orders, the oldest first: one iterator, since a new one would step over all deleted ones. */
  oldestOrders: Iterator<string>
  /** Behaviours of the metadata, by OCID. */
  metadataBehaviours: Map<number, Behaviour>
  /** Behaviours of the traps, by pathname. */
  traps: Map<string, Behaviour>
  delays: Delays
}

/**
 * Returns the key under which an order is stored; `element` is the last path element of its address, encoded or not.
 */
export const orderKey = (ocid: number, element: string): string => `${ocid}/${decoded(element)}`

const decoded = (element: string): string => {
  try {
    return decodeURIComponent(element)
  } catch {
    return element
  }
}

/** Removes final slashes, query and fragment of an address. Throws a TypeError if it is not a URL. */
const baseOf = (address: string): string => {
  const { origin, pathname } = new URL(address)
  return (origin + pathname).replace(/(?<!\/)\/+$/, '')
}

/**
 * Returns the state of a counterpart that has received no request yet. Throws a TypeError if `publicUrl` is not a URL.
 */
export const createCounterpartState = (options: CounterpartOptions): CounterpartState => {
  const publicUrl = baseOf(options.publicUrl)
  const orders: CounterpartState['orders'] = new Map()
  return {
    publicUrl,
    identities: new Map(options.identities.map(identity => [String(identity.ocid), identity])),
    registry: options.registry,
    documentOf: createDocuments(publicUrl, options.profile),
    journal: createRequestJournal(),
    webhookScripts: createWebhookScripts(),
    orders,
    oldestOrders: orders.keys(),
    metadataBehaviours: new Map(),
    traps: new Map(),
    delays: createDelays(),
  }
}
