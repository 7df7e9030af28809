import type { Content, Entry, Har, Header, PostData, QueryString } from 'har-format'
import type { Report } from '../../schemas/messages.ts'
import { bytesOf, type Exchange } from '../exchange.ts'

/** Bytes of bodies in one archive; later entries omit theirs, and say so. */
const bodyBudget = 32 * 1_048_576

/** Maximum number of exchanges per archive. */
const mostEntries = 20_000

type Message = Exchange['request'] | NonNullable<Exchange['response']>

const headersOf = ({ headers }: Message): Header[] => headers.map(([name, value]) => ({ name, value }))

const typeOf = ({ headers }: Message): string =>
  headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'application/octet-stream'

const isBinary = (body: string): boolean => body.startsWith('base64:')

const queryOf = (url: string): QueryString[] => {
  const query = URL.parse(url)?.searchParams ?? []
  return [...query].map(([name, value]) => ({ name, value }))
}

const cutNote = ({ truncated }: Message): { comment?: string } =>
  truncated ? { comment: 'only the beginning of the body was kept' } : {}

const postData = (request: Exchange['request'], fits: boolean): { postData?: PostData } => {
  const { body } = request
  if (body === undefined || !fits) return {}
  const text = isBinary(body) ? Buffer.from(bytesOf(request)).toString('latin1') : body
  return { postData: { mimeType: typeOf(request), text, ...cutNote(request) } }
}

const contentOf = (response: NonNullable<Exchange['response']>, fits: boolean): Content => {
  const { body, bodyBytes } = response
  const head = { size: bodyBytes, mimeType: typeOf(response) }
  if (body === undefined) return head
  if (!fits) return { ...head, comment: 'the body is in the evidence file' }
  return isBinary(body)
    ? { ...head, text: body.slice('base64:'.length), encoding: 'base64', ...cutNote(response) }
    : { ...head, text: body, ...cutNote(response) }
}

const protocol = 'HTTP/1.1'

const noResponse = {
  status: 0,
  statusText: '',
  httpVersion: protocol,
  cookies: [],
  headers: [],
  content: { size: 0, mimeType: 'x-unknown' },
  redirectURL: '',
  headersSize: -1,
  bodySize: -1,
}

const responseOf = ({ response, error }: Exchange, fits: boolean): Entry['response'] => {
  const comment = error === undefined ? {} : { comment: error }
  if (!response) return { ...noResponse, ...comment }
  const location = response.headers.find(([name]) => name.toLowerCase() === 'location')?.[1] ?? ''
  return {
    ...noResponse,
    status: response.status,
    headers: headersOf(response),
    content: contentOf(response, fits),
    redirectURL: location,
    bodySize: response.bodyBytes,
    ...comment,
  }
}

const entryOf = (exchange: Exchange, fits: boolean): Entry => {
  const { request, at, ms, direction, check } = exchange
  return {
    startedDateTime: at,
    time: Math.max(0, ms),
    request: {
      method: request.method,
      url: request.url,
      httpVersion: protocol,
      cookies: [],
      headers: headersOf(request),
      queryString: queryOf(request.url),
      headersSize: -1,
      bodySize: request.bodyBytes,
      ...postData(request, fits),
    },
    response: responseOf(exchange, fits),
    cache: {},
    timings: { send: 0, wait: Math.max(0, ms), receive: 0 },
    comment: direction === 'received' ? 'sent by the target' : check,
  }
}

const sizeOf = ({ request, response }: Exchange): number => (request.body?.length ?? 0) + (response?.body?.length ?? 0)

/**
 * Renders exchanges as an HTTP Archive 1.2, in order, small enough for a browser to open. Credentials were removed when the
 * exchanges were recorded.
 */
export const renderHar = ({ run }: Report, exchanges: readonly Exchange[]): string => {
  let left = bodyBudget
  const entries = exchanges.slice(0, mostEntries).map(exchange => {
    left -= sizeOf(exchange)
    return entryOf(exchange, left >= 0)
  })
  const missing = exchanges.length - entries.length
  const har: Har = {
    log: {
      version: '1.2',
      creator: { name: 'oc-conformance', version: run.harness },
      entries,
      ...(missing > 0 ? { comment: `${missing} more exchanges are in the evidence file` } : {}),
    },
  }
  return `${JSON.stringify(har, null, 1)}\n`
}
