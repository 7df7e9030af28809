import type { Json, JsonObject } from '../protocol/json/json.ts'
import type { Profile } from '../protocol/profile.ts'
import type { PrivateKey } from '../protocol/signature/keys.ts'

/**
 * How a response of the counterpart differs from the usual one. An absent member leaves that part unchanged; a `status` of 400 or more
 * without a `body` gets an error body. The members apply in this order: `delayMs`, `hang`, `disconnect`, `redirect`, `endless`.
 */
export type Behaviour = {
  status?: number
  /** JSON, or a string that is sent unchanged. */
  body?: unknown
  /** Milliseconds before the response. */
  delayMs?: number
  /** Never responds: waits until the caller leaves or the counterpart closes. */
  hang?: boolean
  /** Cuts hanging connections when it aborts. */
  until?: AbortSignal
  /** Sends the body, if it is text, followed by endless white space. */
  endless?: boolean
  /** Cuts the connection. */
  disconnect?: boolean
  contentType?: string
  /** Value of Location; the status is 302 unless `status` is given. */
  redirect?: string
}

/** Path of the requester's icon: a PNG, since consent pages may refuse SVG; in mixed case, since paths are case-sensitive. */
export const iconPath = '/Icon.png'

/**
 * Returns the callback address of an identity at the counterpart. It is HTTPS, as required: a counterpart without TLS does not answer
 * there, but sees connections.
 */
export const callbackAddress = (baseUrl: string, ocid: number): string => {
  const url = new URL(`${baseUrl.replace(/\/$/, '')}/${ocid}/callback`)
  const port = url.protocol === 'http:' && url.port === '' ? '80' : url.port
  url.protocol = 'https:'
  url.port = port
  return url.href
}

/**
 * The purpose of a request to the counterpart. `other`: an address that belongs to no identity, or a trap. `tls`: a TLS handshake at a
 * counterpart that speaks plain HTTP, so the request itself is unknown. `unread`: a limit of the counterpart ended it before it was read.
 */
export type RequestKind = 'notification' | 'metadata' | 'order' | 'registry' | 'callback' | 'tls' | 'unread' | 'other'

/** A request that the counterpart received from the target. */
export type RecordedRequest = {
  /**
   * When the whole request had arrived: milliseconds of `performance.now()`, comparable with `HttpResponse.arrivedAt`.
   */
  at: number
  /** The same moment in milliseconds since 1970. */
  receivedAt: number
  method: string
  /** The path on the request line, `?query` included. */
  path: string
  /** Headers by lower-case name; the values of a repeated header are joined by `, `. */
  headers: Record<string, string>
  /** Alternating names and values, with order, case and duplicates as sent. */
  rawHeaders: string[]
  /** The body as UTF-8, cut to its first 64 KiB. */
  body: string
  /** The JSON value of the body; absent if the body is not JSON or was cut. */
  json?: Json
  /** OCID of the addressed identity. */
  ocid?: number
  kind: RequestKind
  /** `proof.to.reference` of the body, if it is a string of at most 512 characters. */
  reference?: string
  /** `proof.txid` of the body, likewise. */
  txid?: string
  /** The counterpart's limit that the request exceeded, as a sentence; the request is incomplete. */
  beyond?: string
  /** Status of the counterpart's response; absent until it is sent, and if the connection was cut. */
  responseStatus?: number
}

/** Selects recorded requests. */
export type RequestFilter = (request: RecordedRequest) => boolean

/** `count`: requests to wait for, 1 by default. `since`: number of earlier requests to skip. */
export type WaitOptions = { count?: number; timeoutMs: number; signal?: AbortSignal; since?: number }

/** The requests that the target sent to the counterpart. */
export type RequestJournal = {
  /** The requests in order of arrival. Memory is bounded: the oldest lose their bodies and headers first, and are dropped much later. */
  readonly all: readonly RecordedRequest[]
  /** Number of requests received, dropped ones included, except those of strangers beyond their share. */
  readonly count: number
  /** Returns the matching requests after the first `since` (0 by default). */
  find(filter: RequestFilter, since?: number): RecordedRequest[]
  /**
   * Resolves with the matching requests, earlier ones included, as soon as there are `count` of them; with fewer when the time is up or
   * the counterpart closes. Rejects with the signal's reason when it aborts, and with any error that `filter` throws.
   */
  wait(filter: RequestFilter, options: WaitOptions): Promise<RecordedRequest[]>
  /**
   * Returns what may have been lost since a moment of `performance.now()`, such as dropped connections, and the remedy; `undefined` if
   * nothing was. A request that is not found may be among the losses.
   */
  lossSince(at: number): string | undefined
}

/** Selects the notifications of one transaction; an absent member matches every notification. */
export type NotificationMatch = { reference?: string; txid?: string }

/** The other roles, played by the harness toward the target. `mocks/` implements it over HTTP. */
export type Counterpart = {
  /** Base address as the target sees it, without a final slash. */
  readonly baseUrl: string
  readonly journal: RequestJournal
  /**
   * Sets the behaviours for the 1st, 2nd, … matching delivery; the last one repeats. A later call takes precedence. Returns a function that
   * undoes the call.
   */
  answerNotification(match: NotificationMatch, behaviours: Behaviour[]): () => void
  /** Serves a signed order, and replaces an earlier one with the same id. Returns its address. */
  publishOrder(ocid: number, signedOrder: JsonObject, behaviour?: Behaviour): string
  /** Signs the metadata documents in the target's dialect from now on. */
  speak(profile: Profile): void
  /** Sets the response to requests for an identity's metadata; `undefined` restores the usual one. */
  misbehave(ocid: number, behaviour: Behaviour | undefined): void
  /** Sets the key that an identity's metadata publishes and is signed with; `undefined` restores its own key. */
  rotate(ocid: number, key: PrivateKey | undefined): void
  /**
   * Opens a fresh address, ending in `path`, that only records requests (200 `{}` by default). Their kind is `other`.
   */
  trap(path?: string, behaviour?: Behaviour): { url: string; path: string }
  /** Ends all open exchanges immediately; waits of the journal resolve with the requests so far. */
  close(): Promise<void>
}
