import { randomBytes, randomUUID } from 'node:crypto'
import { memoryStorage, type Storage } from './storage.ts'

/** A request that a role sends. With `limitBytes` 0 only the status of the response is read. */
export type OutgoingRequest = {
  method: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  body?: string
  limitBytes: number
  signal: AbortSignal
}

/** Sends a request to another participant. Rejects without an answer. */
export type Send = (request: OutgoingRequest) => Promise<{ status: number; text: string }>

/** Everything that a role uses from its surroundings, so that tests can replace it. */
export type Ports = {
  /** Milliseconds since 1970. */
  now: () => number
  /** By how many ms `now` is ahead of the callers' time. */
  ahead: () => number
  randomBytes: (size: number) => Uint8Array
  uuid: () => string
  /** Runs once after `ms`; the result cancels it. */
  after: (ms: number, run: () => void) => () => void
  send: Send
  storage: Storage
  /** Reports an unexpected error with its stack; the caller gets a bare 500. */
  reportBug: (error: unknown) => void
}

const after = (ms: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, ms)
  // A pending retry does not keep the process alive.
  timer.unref()
  return () => clearTimeout(timer)
}

/** A pool of random bytes: drawing many together costs as much as drawing a few. */
let reserve = Buffer.alloc(0)

const drawn = (size: number): Uint8Array => {
  if (reserve.length < size) reserve = randomBytes(size + 4_096)
  const bytes = reserve.subarray(0, size)
  reserve = reserve.subarray(size)
  return bytes
}

/** Returns the ports of the real system; `send` is that of the guarded client. */
export const systemPorts = (send: Send): Ports => ({
  now: Date.now,
  ahead: () => 0,
  randomBytes: drawn,
  uuid: randomUUID,
  after,
  send,
  storage: memoryStorage(),
  reportBug: error => console.error(error),
})

/** Returns `size` random bytes in lower-case hex. */
export const randomHex = (ports: Pick<Ports, 'randomBytes'>, size: number): string =>
  Buffer.from(ports.randomBytes(size)).toString('hex')

/** Returns the result of `run`, or throws after `ms` and aborts its signal. */
export const within = async <T>(
  ports: Pick<Ports, 'after'>,
  ms: number,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const controller = new AbortController()
  const { signal } = controller
  signal.addEventListener('abort', () => reject(signal.reason))
  const cancel = ports.after(ms, () => controller.abort(new Error(`no answer within ${ms} ms`)))
  return Promise.race([run(signal), late]).finally(cancel)
}
