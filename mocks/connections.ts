import { readFileSync } from 'node:fs'
import type { Server, Socket } from 'node:net'
import type { Losses } from './losses.ts'

/** The state of a connection: no request yet, receiving a body, being answered, or idle again. */
type Phase = 'silent' | 'sending' | 'answering' | 'idle'

type Connection = {
  readonly socket: Socket
  readonly address: string
  phase: Phase
  /** Requests that have begun and are not answered; several with pipelining. */
  open: number
  /** When it was opened, or its last request ended: milliseconds of `performance.now()`. */
  since: number
  /** Whether it has delivered a request that is not a stranger's. */
  isKnown: boolean
}

/** Maximum number of connections, unless there are fewer file descriptors. */
const mostConnections = 2_048

/** One in this many of the process's file descriptors may be a connection. */
const share = 4

/** This many file descriptors are reserved for the rest of the process. */
const fewDescriptors = 4

/** After this many silent milliseconds, closing a connection loses nothing: a program sends its request when it connects. */
const graceMs = 10_000

/** Returns how many files this process may have open; `undefined` if the system does not say. */
const descriptorLimit = (): number | undefined => {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? undefined : Number(soft)
  } catch {
    return undefined
  }
}

const limitOf = (descriptors = Number.POSITIVE_INFINITY): number =>
  Math.max(4, Math.min(mostConnections, Math.floor(descriptors / share)))

const descriptorOf = (socket: Socket & { _handle?: { fd?: number } | null }): number => socket._handle?.fd ?? -1

const isLongSilent = ({ since }: Connection): boolean => performance.now() - since >= graceMs

type Options = { losses: Losses; descriptors?: number | undefined; most?: number }

/**
 * Bounds the connections of a server. If there are too many, connections that have delivered nothing are closed first: those of the address
 * with the most of them, the oldest first, since a program sends its request when it connects. Those of an address that has delivered
 * something follow. A connection that is being answered is never closed. Possible losses are recorded.
 */
export class Connections {
  readonly #all = new Map<Socket, Connection>()
  readonly #knownAddresses = new Set<string>()
  readonly #losses: Losses
  readonly #descriptors: number | undefined
  readonly #most: number
  #isShedding = false
  #endStarvation: (() => void) | undefined

  constructor(server: Server, { losses, descriptors = descriptorLimit(), most = limitOf(descriptors) }: Options) {
    this.#losses = losses
    this.#descriptors = descriptors
    this.#most = most
    server.maxConnections = most * 2
    server.on('drop', () => losses.add('a connection was refused, since too many were open'))
    server.on('connection', (socket: Socket) => this.#opened(socket))
  }

  /** A request has begun: its headers have arrived. */
  began(socket: Socket): void {
    const connection = this.#all.get(socket)
    if (connection === undefined) return
    connection.open += 1
    connection.phase = 'sending'
  }

  /** The body of a request has arrived. */
  arrived(socket: Socket): void {
    const connection = this.#all.get(socket)
    if (connection) connection.phase = 'answering'
  }

  /** A request has ended. `isKnown`: whether the counterpart has a route for it. */
  ended(socket: Socket, isKnown: boolean): void {
    const connection = this.#all.get(socket)
    if (connection === undefined) return
    connection.open -= 1
    if (connection.open <= 0) connection.phase = 'idle'
    connection.since = performance.now()
    if (!isKnown) return
    connection.isKnown = true
    this.#knownAddresses.add(connection.address)
  }

  /** The server cuts a connection: something is lost unless it was silent for long. */
  cut(socket: Socket, what: string): void {
    const connection = this.#all.get(socket)
    if (connection && (connection.phase === 'sending' || !isLongSilent(connection))) this.#losses.add(what)
  }

  #opened(socket: Socket): void {
    this.#watchDescriptors(socket)
    const address = socket.remoteAddress ?? ''
    this.#all.set(socket, { socket, address, phase: 'silent', open: 0, since: performance.now(), isKnown: false })
    socket.once('close', () => this.#all.delete(socket))
    if (this.#all.size <= this.#most || this.#isShedding) return
    this.#isShedding = true
    // Reads what has arrived first, so that no request that is already here is cut.
    setImmediate(() => this.#shed())
  }

  #watchDescriptors(socket: Socket): void {
    const isStarved = descriptorOf(socket) >= (this.#descriptors ?? Number.POSITIVE_INFINITY) - fewDescriptors
    if (isStarved) this.#endStarvation ??= this.#losses.begin('no file descriptor was left for a connection')
    else {
      this.#endStarvation?.()
      this.#endStarvation = undefined
    }
  }

  #shed(): void {
    this.#isShedding = false
    const tooMany = this.#all.size - this.#most
    if (tooMany <= 0) return
    // Closes a few more silent ones, so that not every new connection needs to find one.
    const mayGo = (connection: Connection, at: number) =>
      at < tooMany || (at < tooMany + this.#most / 16 && connection.phase === 'silent' && isLongSilent(connection))
    for (const { socket } of this.#inOrder().filter(mayGo)) {
      this.cut(socket, 'a connection was closed to make room for others')
      this.#all.delete(socket)
      socket.destroy()
    }
  }

  /** Returns the connections that may be closed, in the order of closing. */
  #inOrder(): Connection[] {
    const counts = new Map<string, number>()
    for (const { address } of this.#all.values()) counts.set(address, (counts.get(address) ?? 0) + 1)
    const trust = ({ isKnown, address }: Connection) => Number(isKnown) + Number(this.#knownAddresses.has(address))
    const key = (connection: Connection) => ({
      connection,
      keys: [trust(connection), -(counts.get(connection.address) ?? 0), connection.since],
    })
    const compare = (a: readonly number[], b: readonly number[]): number => {
      const at = a.findIndex((value, index) => value !== b[index])
      return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
    }
    return [...this.#all.values()]
      .filter(({ phase }) => phase !== 'answering')
      .map(key)
      .sort((a, b) => compare(a.keys, b.keys))
      .map(({ connection }) => connection)
  }
}
