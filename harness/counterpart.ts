import type { Json, JsonObject } from '../protocol/json.ts'
import type { PrivateKey } from '../protocol/keys.ts'

/** How the counterpart answers one request; a body that is a string goes out as it is, anything else as JSON. */
export type Behaviour = {
  status?: number
  body?: unknown
  delayMs?: number
  hang?: boolean
  endless?: boolean
  disconnect?: boolean
  contentType?: string
  redirect?: string
}

/** A request that the counterpart got. */
export type RecordedRequest = {
  /** Milliseconds on the process clock, comparable with `Answer.arrivedAt`. */
  at: number
  /** Milliseconds since 1970. */
  receivedAt: number
  method: string
  path: string
  headers: Record<string, string>
  rawHeaders: string[]
  body: string
  json?: Json
  /** The identity that was addressed. */
  ocid?: number
  kind: 'notification' | 'metadata' | 'order' | 'registry' | 'callback' | 'other'
  /** proof.to.reference of a notification. */
  reference?: string
  /** proof.txid of a notification. */
  txid?: string
  /** The status that it was answered with. */
  response?: number
}

/** What the target sent, in the order of arrival. */
export type RequestJournal = {
  readonly all: readonly RecordedRequest[]
  find(match: (request: RecordedRequest) => boolean): RecordedRequest[]
  /** What matches, as soon as `count` (default 1) are there, or the fewer that came until `timeoutMs`. */
  wait(
    match: (request: RecordedRequest) => boolean,
    options: { count?: number; timeoutMs: number; signal?: AbortSignal },
  ): Promise<RecordedRequest[]>
}

/** The other roles as the harness plays them toward the target. `mocks/` has the one that runs over HTTP. */
export type Counterpart = {
  readonly baseUrl: string
  readonly journal: RequestJournal
  /** Answers deliveries of one notification: the 1st, 2nd, … behaviour, the last one repeated. Returns its undoing. */
  answerNotification(match: { reference?: string; txid?: string }, behaviours: Behaviour[]): () => void
  /** Makes an order retrievable; returns its address. */
  publishOrder(ocid: number, signedOrder: JsonObject, behaviour?: Behaviour): string
  /** Lets the metadata of an identity misbehave; undefined mends it. */
  misbehave(ocid: number, behaviour: Behaviour | undefined): void
  /** From now on the metadata of an identity publishes this key, and is signed with it; undefined: its own again. */
  rotate(ocid: number, key: PrivateKey | undefined): void
  /** A fresh address that only witnesses what comes (kind 'other'). */
  trap(path?: string, behaviour?: Behaviour): { url: string; path: string }
  close(): Promise<void>
}
