import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'msw'
import { isObject, type JsonObject } from '../protocol/json.ts'
import type { PrivateKey } from '../protocol/keys.ts'
import type { Behaviour } from './behaviour.ts'
import { counterpartHandlers } from './handlers.ts'
import { type Listen, serveHandlers } from './http.ts'
import { type Casting, createStage, orderKey, type Stage } from './stage.ts'
import type { Witness } from './witness.ts'

export type { Behaviour } from './behaviour.ts'
export type { CounterpartIdentity } from './identities.ts'
export { notificationOf, type Witness } from './witness.ts'
export type { Witnessed } from './witnessed.ts'

/** The roles that the harness itself plays toward a target, and the witness of what the target sends to them. */
export type Counterpart = {
  /** As the target sees it, without a final slash. */
  baseUrl: string
  witness: Witness
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
export const playCounterpart = (casting: Casting): Counterpart & { handlers: RequestHandler[] } => {
  const stage = createStage(casting)
  return {
    baseUrl: stage.publicUrl,
    witness: stage.witness,
    handlers: counterpartHandlers(stage),
    answerNotification: stage.notifications.add,
    publishOrder: (ocid, signedOrder, behaviour = {}) => publishOrder(stage, { ocid, signedOrder, behaviour }),
    misbehave: (ocid, behaviour) => {
      if (behaviour) stage.misbehaviours.set(ocid, behaviour)
      else stage.misbehaviours.delete(ocid)
    },
    rotate: (ocid, key) => rotate(stage, ocid, key),
    trap: (path = '', behaviour = {}) => trap(stage, path, behaviour),
    close: async () => {
      stage.hold.release()
      stage.witness.close()
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
}: Omit<Casting, 'publicUrl'> & { publicUrl?: string | undefined; listen: Listen }): Promise<Listening> => {
  const { served, address, close } = await serveHandlers(listen, address =>
    playCounterpart({ ...casting, publicUrl: publicUrl ?? address }),
  )
  const { handlers: _served, ...counterpart } = served
  return { ...counterpart, address, close: () => counterpart.close().then(close) }
}

/** Orders that stay retrievable, the latest; a long run makes more than it ever asks for again. */
const mostOrders = 5_000

type Publication = { ocid: number; signedOrder: JsonObject; behaviour: Behaviour }

const publishOrder = (stage: Stage, { ocid, signedOrder, behaviour }: Publication): string => {
  const element = elementOf(isObject(signedOrder.order) ? signedOrder.order.id : undefined)
  stage.orders.set(orderKey(ocid, element), { signedOrder, behaviour })
  const [oldest] = stage.orders.keys()
  if (stage.orders.size > mostOrders && oldest !== undefined) stage.orders.delete(oldest)
  return `${stage.publicUrl}/${ocid}/orders/${element}`
}

// An id that cannot be a path element by itself gets an element of its own.
const elementOf = (id: unknown): string => {
  const fits = typeof id === 'string' && id.isWellFormed() && id.length <= 512 && !/^\.{0,2}$/.test(id)
  return fits ? encodeURIComponent(id) : randomUUID()
}

const rotate = ({ identities }: Stage, ocid: number, key: PrivateKey | undefined): void => {
  const identity = identities.get(String(ocid))
  if (identity === undefined) return
  if (key === undefined) delete identity.publishes
  else identity.publishes = key
}

const trap = (stage: Stage, path: string, behaviour: Behaviour): { url: string; path: string } => {
  const suffix = path === '' || path.startsWith('/') ? path : `/${path}`
  const url = new URL(`${stage.publicUrl}/trap/${randomUUID()}${suffix}`)
  stage.traps.set(url.pathname, behaviour)
  return { url: url.href, path: url.pathname + url.search }
}
