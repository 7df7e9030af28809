/** What was signed on the way, so that a reader can sign or verify it again. */
export type Signed = {
  /** What it is: the request, an order, a proof, a metadata config. */
  what: string
  canonical: string
  /** SHA-256 of the canonical text, hex. */
  hash: string
  signature: string
  publicKey: string
  /** Where the signature does not verify: what else would have. */
  diagnosis?: string
}

/** One line of exchanges.ndjson: a request and its answer, sent to the target or received from it. */
export type Exchange = {
  id: string
  /** The check that sent it; 'preflight', or '' for what the target sent unasked. */
  check: string
  direction: 'sent' | 'received'
  /** When the request began, ISO 8601. */
  at: string
  ms: number
  request: Message & { method: string; url: string }
  response?: Message & { status: number }
  /** Why there is no answer, or only a part of one. */
  error?: string
  signed?: Signed[]
}

type Message = {
  headers: [string, string][]
  /** UTF-8 text, or `base64:…` where it is not. */
  body?: string
  bodyBytes: number
  truncated?: boolean
}

/** Where exchanges go; returns nothing, fails never. */
export type Evidence = { write(exchange: Exchange): void }

/** A body as evidence keeps it: text where it is UTF-8, else base64, cut at `limit` bytes. */
export const evidenceBody = (
  body: Uint8Array,
  limit = 65_536,
): { body?: string; bodyBytes: number; truncated?: boolean } => {
  if (body.length === 0) return { bodyBytes: 0 }
  const isCut = body.length > limit
  return { body: decode(body.subarray(0, limit), isCut), bodyBytes: body.length, ...(isCut ? { truncated: true } : {}) }
}

/** A character that the cut divides is left out, and makes no text into bytes. */
const decode = (bytes: Uint8Array, isCut: boolean) => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isCut })
  } catch {
    return `base64:${Buffer.from(bytes).toString('base64')}`
  }
}
