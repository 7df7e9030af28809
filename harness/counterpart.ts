import type { Json, JsonObject } from '../protocol/json/json.ts'
import type { Profile } from '../protocol/profile.ts'
import type { PrivateKey } from '../protocol/signature/keys.ts'

/**
 * How the counterpart departs from its usual response. An absent member leaves that part of the usual response alone; a
 * `status` of 400 or more without a `body` gets an error body. The members apply in this order: `delayMs` passes, then
 * `hang`, `disconnect`, `redirect`, `endless`.
 */
export type Behaviour = {
  status?: number
  /** JSON, or a string that is sent unchanged. */
  body?: unknown
  /** Milliseconds before the response. */
  delayMs?: number
  /** Never responds: waits until the caller leaves or the counterpart closes. */
  hang?: boolean
  /** Cuts the connections that hang, when it aborts. */
  until?: AbortSignal
  /** Sends the body, when it is text, and then white space without end. */
  endless?: boolean
  /** Cuts the connection. */
  disconnect?: boolean
  contentType?: string
  /** Value of Location; the status is 302 unless `status` is given. */
  redirect?: string
}

/** The icon of the requester, below its base address: a PNG, since proxies and policies of consent pages may refuse SVG. Letters of a path differ by case. */
export const iconPath = '/Icon.png'

/**
 * Returns a callback address at the counterpart, for an identity. It is HTTPS, as a callback address has to be: a counterpart without
 * TLS does not answer there, but sees whoever connects.
 */
export const callbackAddress = (baseUrl: string, ocid: number): string => {
  const url = new URL(`${baseUrl.replace(/\/$/, '')}/${ocid}/callback`)
  const port = url.protocol === 'http:' && url.port === '' ? '80' : url.port
  url.protocol = 'https:'
  url.port = port
  return url.href
}

/**
 * What a request to the counterpart was for. `other`: an address that no identity has, or a trap. `tls`: a caller began TLS at a
 * counterpart that speaks plain HTTP, so nothing else of its request is known. `unread`: a limit of the counterpart ended it before it
 * was read.
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
  /** Names and values in turn, with order, case and duplicates as sent. */
  rawHeaders: string[]
  /** The body as UTF-8, cut to its first 64 KiB. */
  body: string
  /** The JSON value of the body; absent if the body is not JSON or was cut. */
  json?: Json
  /** OCID of the identity that was addressed. */
  ocid?: number
  kind: RequestKind
  /** `proof.to.reference` of the body, if it is a string of at most 512 characters. */
  reference?: string
  /** `proof.txid` of the body, likewise. */
  txid?: string
  /** Which limit of the counterpart it exceeded, as a sentence: not all of it is known. */
  beyond?: string
  /** Status of the counterpart's response; absent until it is sent, and if the connection was cut. */
  responseStatus?: number
}

/** Selects recorded requests. */
export type RequestFilter = (request: RecordedRequest) => boolean

/** `count`: requests to wait for, 1 by default. `since`: how many requests had come before those that are looked at. */
export type WaitOptions = { count?: number; timeoutMs: number; signal?: AbortSignal; since?: number }

/** The requests that the target sent to the counterpart. */
export type RequestJournal = {
  /**
   * In order of arrival. Memory is bounded: the oldest lose their bodies and headers first, and are dropped much later.
   */
  readonly all: readonly RecordedRequest[]
  /** How many requests have come, those that were dropped included, but for what strangers send beyond their share. */
  readonly count: number
  /** Returns the matching requests, of those that came after the first `since` (0 by default). */
  find(filter: RequestFilter, since?: number): RecordedRequest[]
  /**
   * Resolves with the matching requests, earlier ones included, as soon as there are `count` of them; with fewer when
   * the time is over or the counterpart closes. Rejects with the signal's reason when it aborts, and with any error
   * that `filter` throws.
   */
  wait(filter: RequestFilter, options: WaitOptions): Promise<RecordedRequest[]>
  /**
   * Says what may have been lost since a moment of `performance.now()`, such as connections that were dropped, and what to do;
   * `undefined` if nothing was. What is not found since then may have been among it.
   */
  lossSince(at: number): string | undefined
}

/** Selects the notifications of one transaction; an absent member matches every notification. */
export type NotificationMatch = { reference?: string; txid?: string }

/** The other roles, which the harness plays toward the target. `mocks/` implements it over HTTP. */
export type Counterpart = {
  /** Base address as the target sees it, without a final slash. */
  readonly baseUrl: string
  readonly journal: RequestJournal
  /**
   * Sets the behaviours for the 1st, 2nd, … delivery that matches; the last one repeats. A later call wins. Returns its
   * undo.
   */
  answerNotification(match: NotificationMatch, behaviours: Behaviour[]): () => void
  /** Serves a signed order, instead of an earlier one with the same id. Returns its address. */
  publishOrder(ocid: number, signedOrder: JsonObject, behaviour?: Behaviour): string
  /** Signs the metadata documents in a dialect from now on: that of the target, once it is known. */
  speak(profile: Profile): void
  /** Sets how the metadata of an identity is answered; `undefined` restores the usual response. */
  misbehave(ocid: number, behaviour: Behaviour | undefined): void
  /** Sets the key that an identity's metadata publishes and is signed with; `undefined` restores its own key. */
  rotate(ocid: number, key: PrivateKey | undefined): void
  /**
   * Opens a fresh address that only records requests (200 `{}` by default) and ends in `path`. Their kind is `other`.
   */
  trap(path?: string, behaviour?: Behaviour): { url: string; path: string }
  /** Ends all open exchanges at once, and all waits of the journal with what they have. */
  close(): Promise<void>
}
