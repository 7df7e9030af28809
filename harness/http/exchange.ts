/** A text that was signed, with all that is needed to sign or verify it again. */
export type Signed = {
  /** What was signed: the request, an order, a proof, a metadata config. */
  what: string
  canonical: string
  /** SHA-256 of the canonical text, hex. */
  hash: string
  signature: string
  publicKey: string
  /** What else would have verified, if the signature does not. */
  diagnosis?: string
}

/** One line of exchanges.ndjson: a request, sent to the target or received from it, and its response. */
export type Exchange = {
  id: string
  /** Id of the check that sent it; `preflight`, or empty for a request that the target sent. */
  check: string
  direction: 'sent' | 'received'
  /** Start of the request, ISO 8601. */
  at: string
  ms: number
  request: Message & { method: string; url: string }
  response?: Message & { status: number }
  /** Why there is no response, or only a part of one. */
  error?: string
  signed?: Signed[]
}

type Message = {
  headers: [string, string][]
  /** UTF-8 text, or `base64:…` for other bytes. */
  body?: string
  bodyBytes: number
  truncated?: boolean
}

/** The record of a run's exchanges. `write` never throws. */
export type Evidence = { write(exchange: Exchange): void }

/** Returns a body as evidence: text if it is UTF-8, else base64, cut at `limit` bytes. */
export const evidenceBody = (
  body: Uint8Array,
  limit = 65_536,
): { body?: string; bodyBytes: number; truncated?: boolean } => {
  if (body.length === 0) return { bodyBytes: 0 }
  const isCut = body.length > limit
  return { body: decode(body.subarray(0, limit), isCut), bodyBytes: body.length, ...(isCut ? { truncated: true } : {}) }
}

/** Leaves out a character that the cut divides: the rest is still text. */
const decode = (bytes: Uint8Array, isCut: boolean) => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isCut })
  } catch {
    return `base64:${Buffer.from(bytes).toString('base64')}`
  }
}
