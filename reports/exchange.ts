import type { Exchange, Signed } from '../harness/http/exchange.ts'

/** One line of exchanges.ndjson: one request and what came back; what was signed on the way. */
export type { Exchange, Signed } from '../harness/http/exchange.ts'

type RecordedBody = { body?: string; bodyBytes: number; truncated?: boolean }
type Message = RecordedBody & { headers: [string, string][] }

const base64Mark = 'base64:'

/** The bytes of a recorded body (text, or `base64:…` where they are not UTF-8): the whole, or as much of it as was kept. */
export const bytesOf = ({ body = '' }: RecordedBody): Uint8Array =>
  body.startsWith(base64Mark) ? Buffer.from(body.slice(base64Mark.length), 'base64') : Buffer.from(body, 'utf8')

const confidential = new Set(['cookie', 'set-cookie', 'authorization', 'proxy-authorization'])

/** The exchange without what must not leave the machine: credentials in headers, and the private keys (64 hex) given as `secrets`. */
export const redact = (exchange: Exchange, secrets: readonly string[] = []): Exchange => {
  const clean = withoutKeys(secrets.filter(secret => /^[0-9a-f]{64}$/i.test(secret)))
  const { request, response, error, signed } = exchange
  return {
    ...exchange,
    request: { ...redactedMessage(request, clean), method: clean(request.method), url: clean(request.url) },
    ...(response && { response: redactedMessage(response, clean) }),
    ...(error !== undefined && { error: clean(error) }),
    ...(signed && { signed: signed.map(text => redactedSigned(text, clean)) }),
  }
}

type Clean = (text: string) => string

const withoutKeys = (keys: readonly string[]): Clean => {
  if (keys.length === 0) return text => text
  const anyKey = new RegExp(keys.join('|'), 'gi')
  return text => text.replace(anyKey, '[private key]')
}

const redactedMessage = <M extends Message>(message: M, clean: Clean): M => ({
  ...message,
  headers: message.headers.map(([name, value]) => [clean(name), redactedValue(name, value, clean)]),
  ...(message.body !== undefined && { body: redactedBody(message.body, clean) }),
})

const redactedValue = (name: string, value: string, clean: Clean): string =>
  confidential.has(name.toLowerCase()) ? '[redacted]' : clean(value)

/** Bytes that are no text may still spell a key: they are looked through one character per byte. */
const redactedBody = (body: string, clean: Clean): string => {
  if (!body.startsWith(base64Mark)) return clean(body)
  const spelled = Buffer.from(bytesOf({ body, bodyBytes: 0 })).toString('latin1')
  return base64Mark + Buffer.from(clean(spelled), 'latin1').toString('base64')
}

const redactedSigned = (text: Signed, clean: Clean): Signed => ({
  ...text,
  what: clean(text.what),
  canonical: clean(text.canonical),
  ...(text.diagnosis !== undefined && { diagnosis: clean(text.diagnosis) }),
})
