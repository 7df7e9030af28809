import type { Signed } from './exchange.ts'

/** An HTTP request, sent exactly as given. */
export type HttpRequest = {
  method: string
  /** Scheme, host and port. */
  origin: string
  /** The path on the request line, neither normalized nor escaped. */
  path: string
  headers: readonly [string, string][]
  body?: string | Uint8Array
  /** Sends the body chunked, without its length. */
  isInPieces?: true
  /** Bytes of the response body that are kept, instead of the client's limit. */
  maxBytes?: number
  /** The texts signed for it, as evidence. */
  signed?: Signed[]
}

/** A request, or a function that builds it just before it is sent, so that its signature is as fresh as possible. */
export type Outgoing = HttpRequest | (() => HttpRequest)

/** The check that sends a request, and the time limits. */
export type Sender = {
  /** Id of the check. */
  check: string
  signal: AbortSignal
  /** Milliseconds for the whole response, instead of the client's. */
  timeoutMs?: number
  /** Goes to the front of the queue: its check sends many requests in sequence, or waits long between two. */
  goesFirst?: boolean
  /** Holds the request back, once it is built and has its turn, until it may be sent. */
  ready?: () => Promise<void>
  /** Keeps work from counting against the check's time. */
  excuse?: <T>(work: Promise<T>) => Promise<T>
}
