import { randomBytes, randomUUID } from 'node:crypto'
import type { JsonObject } from '../../protocol/json.ts'

/** A request that a role sends. With `limitBytes` 0 only the status of the answer is of interest. */
export type OutgoingRequest = {
  method: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  body?: string
  limitBytes: number
  signal: AbortSignal
}

export type Send = (request: OutgoingRequest) => Promise<{ status: number; text: string }>

/** Where a role keeps its state: what was kept before, and a notice that the state is another now. */
export type Persistence = { saved: JsonObject | undefined; changed: (snapshot: () => JsonObject) => void }

/** Everything that a role takes from the world around it, so that tests can run on another one. */
export type Ports = {
  /** Milliseconds since 1970. */
  now: () => number
  randomBytes: (size: number) => Uint8Array
  uuid: () => string
  /** Runs once after `ms`; the result cancels it. */
  after: (ms: number, run: () => void) => () => void
  send: Send
  persistence: Persistence
  /** An error that nobody foresaw: the caller gets a bare 500, this gets the stack. */
  reportBug: (error: unknown) => void
}

const after = (ms: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, ms)
  // A retry that is still due does not keep the process alive.
  timer.unref()
  return () => clearTimeout(timer)
}

/** The world itself; `send` comes from the guarded client. */
export const systemPorts = (send: Send): Ports => ({
  now: Date.now,
  randomBytes: size => randomBytes(size),
  uuid: randomUUID,
  after,
  send,
  persistence: { saved: undefined, changed: () => {} },
  reportBug: error => console.error(error),
})

/** The current Unix second. */
export const unixSeconds = (ports: Pick<Ports, 'now'>): number => Math.floor(ports.now() / 1000)

/** A random text of `size` bytes in lower-case hex. */
export const randomHex = (ports: Pick<Ports, 'randomBytes'>, size: number): string =>
  Buffer.from(ports.randomBytes(size)).toString('hex')

/** What `run` gives, or an error once `ms` have passed; its signal then tells it to stop. */
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
