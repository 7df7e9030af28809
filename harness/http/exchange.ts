/** A signed text, with everything needed to sign or verify it again. */
export type Signed = {
  /** The signed content: the request, an order, a proof, a metadata config. */
  what: string
  canonical: string
  /** SHA-256 of the canonical text, hex. */
  hash: string
  signature: string
  publicKey: string
  /** The identity in the config that signed a request, if the request was not modified afterwards. */
  identity?: SigningIdentity
  /** What would have verified instead, if the signature does not verify. */
  diagnosis?: string
}

/** `nonce`: the check chose the nonce, so it must not be replaced. */
export type SigningIdentity = { name: string; ocid: number; nonce?: true }

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
  /** Why there is no response, or only a partial one. */
  error?: string
  signed?: Signed[]
  /** On a final, separate line: how many exchanges were omitted because the evidence was full. */
  omitted?: { sent: number; received: number }
}

type Message = {
  headers: [string, string][]
  /** UTF-8 text, or `base64:…` for other bytes. */
  body?: string
  bodyBytes: number
  truncated?: boolean
}

/**
 * The record of a run's exchanges. `isUnasked`: no check expected it, so anyone may have sent it. `write` never throws or rejects; if too
 * much is queued, it returns a promise that resolves when there is room.
 */
export type Evidence = {
  /** Prefix of the exchange ids; none by default. */
  prefix?: string
  write(exchange: Exchange, isUnasked?: boolean): Promise<void> | undefined
  /** Saves a picture to a file beside the report. Returns its name; `undefined` if there is no room. */
  picture?(bytes: Uint8Array): string | undefined
}

/** A body as evidence. */
type RecordedBody = Pick<Message, 'body' | 'bodyBytes' | 'truncated'>

/** How many bytes of a body are kept as evidence. */
const keptBytes = 65_536

/** Returns a body as evidence: text if it is UTF-8, else base64, cut at 64 KiB. */
export const evidenceBody = (body: Uint8Array): RecordedBody => {
  if (body.length === 0) return { bodyBytes: 0 }
  const isCut = body.length > keptBytes
  return {
    body: decode(body.subarray(0, keptBytes), isCut),
    bodyBytes: body.length,
    ...(isCut ? { truncated: true } : {}),
  }
}

/** Returns a string of `bodyBytes` bytes as evidence, as `evidenceBody` does with its bytes. */
export const evidenceText = (text: string, bodyBytes = Buffer.byteLength(text)): RecordedBody =>
  text === '' || bodyBytes > keptBytes ? evidenceBody(Buffer.from(text)) : { body: text.toWellFormed(), bodyBytes }

/** Drops a character that was split by the cut, so that the rest is still text. */
const decode = (bytes: Uint8Array, isCut: boolean) => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isCut })
  } catch {
    return `base64:${Buffer.from(bytes).toString('base64')}`
  }
}
