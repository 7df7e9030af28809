import type { Exchange, Signed } from '../harness/http/exchange.ts'
import type { Redact } from '../harness/redaction.ts'

/** A line of exchanges.ndjson: a request, its response, and the signed texts. */
export type { Exchange, Signed } from '../harness/http/exchange.ts'

/** Recorded exchanges by id; each may be read on demand. */
export type Exchanges = { get(id: string): Exchange | undefined }

type RecordedBody = { body?: string; bodyBytes: number; truncated?: boolean }
type Message = RecordedBody & { headers: [string, string][] }

const base64Mark = 'base64:'

/** Returns the recorded bytes of a body, which is text, or `base64:…` if it is not UTF-8. */
export const bytesOf = ({ body = '' }: RecordedBody): Uint8Array =>
  body.startsWith(base64Mark) ? Buffer.from(body.slice(base64Mark.length), 'base64') : Buffer.from(body, 'utf8')

const confidential = new Set(['cookie', 'set-cookie', 'authorization', 'proxy-authorization'])

/** Removes secrets that must not leave the machine: credentials in headers, and the secrets that `clean` knows. */
export const redact = (exchange: Exchange, clean: Redact = text => text): Exchange => {
  const { request, response, error, signed } = exchange
  return {
    ...exchange,
    request: { ...redactedMessage(request, clean), method: clean(request.method), url: clean(request.url) },
    ...(response && { response: redactedMessage(response, clean) }),
    ...(error !== undefined && { error: clean(error) }),
    ...(signed && { signed: signed.map(text => redactedSigned(text, clean)) }),
  }
}

const redactedMessage = <M extends Message>(message: M, clean: Redact): M => ({
  ...message,
  headers: message.headers.map(([name, value]) => [clean(name), redactedValue(name, value, clean)]),
  ...(message.body !== undefined && { body: redactedBody(message.body, clean) }),
})

const redactedValue = (name: string, value: string, clean: Redact): string =>
  confidential.has(name.toLowerCase()) ? '[redacted]' : clean(value)

/** Bytes that are not text may still contain a key, so each byte is read as one character. */
const redactedBody = (body: string, clean: Redact): string => {
  if (!body.startsWith(base64Mark)) return clean(body)
  const characters = Buffer.from(bytesOf({ body, bodyBytes: 0 })).toString('latin1')
  return base64Mark + Buffer.from(clean(characters), 'latin1').toString('base64')
}

const redactedSigned = (text: Signed, clean: Redact): Signed => ({
  ...text,
  what: clean(text.what),
  canonical: clean(text.canonical),
  ...(text.diagnosis !== undefined && { diagnosis: clean(text.diagnosis) }),
})
