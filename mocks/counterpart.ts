import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'msw'
import { isObject, type JsonObject } from '../protocol/json.ts'
import type { PrivateKey } from '../protocol/keys.ts'
import type { Behaviour } from './behaviour.ts'
import {
  type CounterpartOptions,
  type CounterpartState,
  createCounterpartState,
  orderKey,
} from './counterpart-state.ts'
import { counterpartHandlers } from './handlers.ts'
import { type Listen, serveHandlers } from './http.ts'
import type { RequestJournal } from './request-journal.ts'

export type { Behaviour } from './behaviour.ts'
export type { CounterpartIdentity } from './identities.ts'
export type { RecordedRequest } from './recorded-request.ts'
export { notificationOf, type RequestJournal } from './request-journal.ts'

/** The roles that the harness itself plays toward a target, and the witness of what the target sends to them. */
export type Counterpart = {
  /** As the target sees it, without a final slash. */
  baseUrl: string
  journal: RequestJournal
  /** Behaviours for the 1st, 2nd, … delivery of what matches; the last repeats. A later call wins. Returns its undo. */
  answerNotification(match: { reference?: string; txid?: string }, behaviours: Behaviour[]): () => void
  /** Serves a signed order at the address that is returned, in place of an earlier one of the same id. */
  publishOrder(ocid: number, signedOrder: JsonObject, behaviour?: Behaviour): string
  /** How the metadata of an identity is answered from now on; `undefined`: as it should be. */
  misbehave(ocid: number, behaviour: Behaviour | undefined): void
  /** The key that an identity's metadata publishes from now on, and is signed with; `undefined`: its own again. */
  rotate(ocid: number, key: PrivateKey | undefined): void
  /** A fresh address that only witnesses (200 `{}` unless told otherwise), ending in `path` when one is given. */
  trap(path?: string, behaviour?: Behaviour): { url: string; path: string }
  /** Ends everything under way at once, waits of the witness included (with what they have). */
  close(): Promise<void>
}

/** A counterpart over HTTP. `address`: where it listens, which behind a proxy or a tunnel is not its base URL. */
export type Listening = Counterpart & { address: string }

/** Plays in process: `getResponse(handlers, request)` of MSW answers requests below `publicUrl`. */
export const createCounterpart = (casting: CounterpartOptions): Counterpart & { handlers: RequestHandler[] } => {
  const state = createCounterpartState(casting)
  return {
    baseUrl: state.publicUrl,
    journal: state.journal,
    handlers: counterpartHandlers(state),
    answerNotification: state.notifications.add,
    publishOrder: (ocid, signedOrder, behaviour = {}) => publishOrder(state, { ocid, signedOrder, behaviour }),
    misbehave: (ocid, behaviour) => {
      if (behaviour) state.misbehaviours.set(ocid, behaviour)
      else state.misbehaviours.delete(ocid)
    },
    rotate: (ocid, key) => rotate(state, ocid, key),
    trap: (path = '', behaviour = {}) => trap(state, path, behaviour),
    close: async () => {
      state.hold.release()
      state.journal.close()
    },
  }
}

/**
 * Plays over HTTP. `publicUrl`: the listening address unless given. Rejects as the listening does: an Error whose `code` is
 * EADDRINUSE where the port is taken; a TypeError for a public address that is none.
 */
export const startCounterpart = async ({
  listen,
  publicUrl,
  ...casting
}: Omit<CounterpartOptions, 'publicUrl'> & { publicUrl?: string | undefined; listen: Listen }): Promise<Listening> => {
  const { served, address, close } = await serveHandlers(listen, address =>
    createCounterpart({ ...casting, publicUrl: publicUrl ?? address }),
  )
  const { handlers: _served, ...counterpart } = served
  return { ...counterpart, address, close: () => counterpart.close().then(close) }
}

/** Orders that stay retrievable, the latest; a long run makes more than it ever asks for again. */
const mostOrders = 5_000

type Publication = { ocid: number; signedOrder: JsonObject; behaviour: Behaviour }

const publishOrder = (state: CounterpartState, { ocid, signedOrder, behaviour }: Publication): string => {
  const element = elementOf(isObject(signedOrder.order) ? signedOrder.order.id : undefined)
  state.orders.set(orderKey(ocid, element), { signedOrder, behaviour })
  const [oldest] = state.orders.keys()
  if (state.orders.size > mostOrders && oldest !== undefined) state.orders.delete(oldest)
  return `${state.publicUrl}/${ocid}/orders/${element}`
}

// An id that cannot be a path element by itself gets an element of its own.
const elementOf = (id: unknown): string => {
  const fits = typeof id === 'string' && id.isWellFormed() && id.length <= 512 && !/^\.{0,2}$/.test(id)
  return fits ? encodeURIComponent(id) : randomUUID()
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
