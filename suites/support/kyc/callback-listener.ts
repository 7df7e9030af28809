import { connect } from 'node:tls'
import { activity } from '../../../harness/activity.ts'
import type { CheckContext } from '../../../harness/context.ts'
import {
  type Counterpart,
  callbackAddress,
  type RecordedRequest,
  type RequestFilter,
} from '../../../harness/counterpart.ts'
import { Lost } from '../../../harness/outcome.ts'
import { waits } from '../../../harness/patience.ts'
import { pause } from '../../../harness/pause.ts'
import { isLocalhost } from '../../../protocol/localhost.ts'

/** Callback addresses at which the counterpart notices connections. */
type CallbackListener = {
  addresses: string[]
  /** One of them that only the target knows, if a connection reveals the address. */
  secret?: string
  /** Selects connections to the secret address, or to any. */
  isConnection(isSecret: boolean): RequestFilter
  /** Waits for the first connection; undefined if none comes in time. */
  connection(isConnection: RequestFilter, timeoutMs: number): Promise<RecordedRequest | undefined>
}

/** Open connections of the harness to each of its counterparts. */
const ownConnections = new WeakMap<Counterpart, Set<Promise<void>>>()

const ownConnectionsTo = (counterpart: Counterpart): Set<Promise<void>> => {
  const known = ownConnections.get(counterpart) ?? new Set()
  ownConnections.set(counterpart, known)
  return known
}

/** Starts TLS at an address of the counterpart, and ends it immediately. */
const knock = (counterpart: Counterpart, { hostname, port }: URL): void => {
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port), rejectUnauthorized: false })
  socket.on('error', () => socket.destroy())
  socket.on('secureConnect', () => socket.destroy())
  const ended = new Promise<void>(resolve => void socket.on('close', () => resolve()))
  const own = ownConnectionsTo(counterpart)
  own.add(ended)
  void ended.then(() => own.delete(ended))
}

/** Returns whether every connection of the harness ends in time: until then, one may still arrive, and be mistaken for the target's. */
const haveOwnEnded = async ({ counterpart, signal }: CheckContext): Promise<boolean> => {
  const own = ownConnectionsTo(counterpart)
  await Promise.race([Promise.all(own), pause(waits.ownConnection.ms, signal)])
  return own.size === 0
}

/** How often the harness connects: a busy machine may lose a connection, or notice it too late. */
const mostKnocks = 3

/** Connects repeatedly until `seen` returns the connection; undefined if it never does. */
const knockUntil = async (
  { counterpart, address }: { counterpart: Counterpart; address: URL },
  seen: () => Promise<RecordedRequest | undefined>,
) => {
  for (let knocks = 0; knocks < mostKnocks; knocks++) {
    knock(counterpart, address)
    const own = await seen()
    if (own) return own
  }
  return undefined
}

/** Returns the same address with each name of the local machine, since a target may refuse some of them. */
const localNames = (address: string): string[] => {
  const url = new URL(address)
  if (!isLocalhost(url.hostname)) return [address]
  return [...new Set([url.hostname, 'localhost', '127.0.0.1'])].map(name =>
    address.replace(url.host, `${name}:${url.port}`),
  )
}

/**
 * Listens at a callback address where the target can reach the counterpart: below its HTTPS address, or at the port of its HTTP address if
 * a connection of our own shows that nothing in between blocks TLS. Undefined if neither is possible.
 */
export const listenForCallbacks = async (context: CheckContext): Promise<CallbackListener | undefined> => {
  const { counterpart, requester, journal, signal, fresh } = context
  const address = callbackAddress(counterpart.baseUrl, requester.ocid)
  const { pathname } = new URL(address)
  const since = performance.now()
  if (counterpart.baseUrl.startsWith('https:')) {
    const mark = fresh('seen')
    const secret = `${address}?seen=${mark}`
    return {
      addresses: [secret, address],
      secret,
      isConnection:
        isSecret =>
        ({ path, at }) =>
          at >= since && (isSecret ? path.includes(mark) : path.split('?')[0] === pathname),
      connection: async (isConnection, timeoutMs) =>
        (await activity.during(journal.wait(isConnection, { timeoutMs, signal })))[0],
    }
  }
  const isTls =
    (from: number): RequestFilter =>
    ({ kind, at }) =>
      kind === 'tls' && at > from
  const waitFor = (isConnection: RequestFilter, timeoutMs: number) =>
    activity.during(counterpart.journal.wait(isConnection, { timeoutMs, signal }))
  const at = { counterpart, address: new URL(address) }
  const own = await knockUntil(at, async () => (await waitFor(isTls(since), waits.ownConnection.ms))[0])
  if (own === undefined || !(await haveOwnEnded(context))) return undefined
  const from = performance.now()
  const connection: CallbackListener['connection'] = async (isConnection, timeoutMs) =>
    (await waitFor(isConnection, timeoutMs))[0] ?? unlessLost(counterpart, from)
  return { addresses: localNames(address), isConnection: () => isTls(from), connection }
}

/** Returns undefined; blocks the check if a connection may have been lost. */
const unlessLost = ({ journal }: Counterpart, since: number): undefined => {
  const loss = journal.lossSince(since)
  if (loss !== undefined) throw new Lost(loss)
}
