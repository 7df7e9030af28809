import { randomUUID } from 'node:crypto'
import type { Behaviour, Counterpart } from '../harness/counterpart.ts'
import { inAddress } from '../protocol/json/any-json.ts'
import { isObject, type JsonObject } from '../protocol/json/json.ts'
import type { PrivateKey } from '../protocol/signature/keys.ts'
import {
  type CounterpartOptions,
  type CounterpartState,
  createCounterpartState,
  orderKey,
} from './counterpart-state.ts'
import { counterpartHandlers } from './handlers.ts'
import { type Listen, type ServedHandlers, serveHandlers } from './http.ts'
import { createDocuments } from './identities.ts'
import { recordedRequest } from './recorded-request.ts'

export type { CounterpartIdentity } from './identities.ts'

/** A counterpart over HTTP. `address`: where it listens; behind a proxy or a tunnel that is not its base URL. */
export type ListeningCounterpart = Counterpart & { address: string }

/** Creates a counterpart in process: MSW's `getResponse(handlers, request)` answers requests below `publicUrl`. */
export const createCounterpart = (options: CounterpartOptions): Counterpart & Omit<ServedHandlers, 'baseUrl'> => {
  const state = createCounterpartState(options)
  return {
    baseUrl: state.publicUrl,
    journal: state.journal,
    handlers: counterpartHandlers(state),
    losses: state.journal.losses,
    onTls: () => void state.journal.append(recordedRequest(unread, { kind: 'tls' })),
    onUnread: beyond => void state.journal.append({ ...recordedRequest(unread, { kind: 'unread' }), beyond }),
    answerNotification: state.webhookScripts.add,
    publishOrder: (ocid, signedOrder, behaviour = {}) => publishOrder(state, { ocid, signedOrder, behaviour }),
    misbehave: (ocid, behaviour) => {
      if (behaviour) state.metadataBehaviours.set(ocid, behaviour)
      else state.metadataBehaviours.delete(ocid)
    },
    rotate: (ocid, key) => rotate(state, ocid, key),
    speak: profile => {
      state.documentOf = createDocuments(state.publicUrl, profile)
    },
    trap: (path = '', behaviour = {}) => trap(state, path, behaviour),
    close: async () => {
      state.delays.release()
      state.journal.close()
    },
  }
}

/**
 * Starts a counterpart over HTTP. `publicUrl` is the listening address by default. Rejects with an Error whose `code`
 * is EADDRINUSE if the port is taken, and with a TypeError if `publicUrl` is not a URL.
 */
export const startCounterpart = async ({
  listen,
  publicUrl,
  ...options
}: Omit<CounterpartOptions, 'publicUrl'> & {
  publicUrl?: string | undefined
  listen: Listen
}): Promise<ListeningCounterpart> => {
  const { served, address, close } = await serveHandlers(listen, address =>
    createCounterpart({ ...options, publicUrl: publicUrl ?? address }),
  )
  const { handlers: _handlers, onTls: _onTls, onUnread: _onUnread, losses: _losses, ...counterpart } = served
  return { ...counterpart, address, close: () => counterpart.close().then(close) }
}

/** The record of a connection on which the caller began TLS. */
const unread = { method: '', path: '', rawHeaders: [], bytes: new Uint8Array() }

/** Orders that stay retrievable; a long run publishes more than the target ever retrieves again. */
const mostOrders = 5_000

type Publication = { ocid: number; signedOrder: JsonObject; behaviour: Behaviour }

const publishOrder = (state: CounterpartState, { ocid, signedOrder, behaviour }: Publication): string => {
  const element = elementOf(isObject(signedOrder.order) ? signedOrder.order.id : undefined)
  state.orders.set(orderKey(ocid, element), { text: JSON.stringify(signedOrder), behaviour })
  if (state.orders.size > mostOrders) state.orders.delete(state.oldestOrders.next().value ?? '')
  return `${state.publicUrl}/${ocid}/orders/${element}`
}

// An id that cannot serve as a path element is replaced by a random one.
const elementOf = (id: unknown): string => {
  const fits = typeof id === 'string' && id.isWellFormed() && id.length <= 512 && !/^\.{0,2}$/.test(id)
  return fits ? inAddress(id) : randomUUID()
}

const rotate = ({ identities }: CounterpartState, ocid: number, key: PrivateKey | undefined): void => {
  const identity = identities.get(String(ocid))
  if (identity === undefined) return
  if (key === undefined) delete identity.publishes
  else identity.publishes = key
}

const trap = (state: CounterpartState, path: string, behaviour: Behaviour): { url: string; path: string } => {
  const suffix = path === '' || path.startsWith('/') ? path : `/${path}`
  const url = new URL(`${state.publicUrl}/trap/${randomUUID()}${suffix}`)
  state.traps.set(url.pathname, behaviour)
  return { url: url.href, path: url.pathname + url.search }
}
