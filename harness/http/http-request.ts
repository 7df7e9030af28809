import type { Signed } from './exchange.ts'

/** An HTTP request, sent byte for byte as given. */
export type HttpRequest = {
  method: string
  /** Scheme, host and port. */
  origin: string
  /** The path on the request line, neither normalized nor escaped. */
  path: string
  headers: readonly [string, string][]
  body?: string | Uint8Array
  /** Sends the body in pieces, with Transfer-Encoding instead of its length. */
  isInPieces?: true
  /** Bytes of the response's body that are kept, instead of the client's limit. */
  maxBytes?: number
  /** What was signed for it, as evidence. */
  signed?: Signed[]
}

/** A request, or a function that makes it when its turn comes, so that its signature is as young as possible. */
export type Outgoing = HttpRequest | (() => HttpRequest)

/** The check that sends a request, and the limits on its time. */
export type Sender = {
  /** Id of the check. */
  check: string
  signal: AbortSignal
  /** Milliseconds for the whole response, instead of the client's. */
  timeoutMs?: number
  /** Has its turn before others: its check sends many requests one after the other, or waits for long between two. */
  goesFirst?: boolean
  /** Waits until the request, which is ready and has its turn, may be sent. */
  ready?: () => Promise<void>
  /** Keeps the duration of some work from counting against the time of the check. */
  excuse?: <T>(work: Promise<T>) => Promise<T>
}
