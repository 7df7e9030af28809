import { isNestedTooDeep, type Json, jsonIn } from '../../protocol/json/json.ts'

/**
 * Why there is no complete response. `refused`: no connection; `broken`: the connection ended early; `unread`: the client cannot parse the
 * bytes; `limit`: it exceeds a limit of the harness; `forbidden`: the request was not sent, since the target leads to a forbidden address.
 */
export type Silence = {
  kind: 'refused' | 'timeout' | 'broken' | 'unread' | 'throttled' | 'limit' | 'forbidden'
  message: string
}

/** The response to one request. Its body is cut at the limit of the HTTP client. */
export type HttpResponse = {
  /** 0 without a response. */
  status: number
  headers: readonly [string, string][]
  bytes: Uint8Array
  /** The body as UTF-8; `undefined` if its bytes are not. */
  text: string | undefined
  /** The JSON value of the body; `undefined` if it is not JSON. */
  json: Json | undefined
  /** Whether the body was longer than the limit. */
  truncated: boolean
  /** Who answered instead of the target, if anyone did. */
  inFront?: string
  /** Set if there was no response, or only part of one. */
  silence?: Silence
  /** Id of its exchange in the evidence. */
  exchange: string
  url: string
  method?: string
  /** When the request was sent: milliseconds of `performance.now()`, like `arrivedAt`. */
  sentAt?: number
  /** When the last byte had arrived: milliseconds of `performance.now()`. */
  arrivedAt: number
}

/** Returns the value of a header; the first if it is repeated. */
export const header = ({ headers }: Pick<HttpResponse, 'headers'>, name: string): string | undefined => {
  const wanted = name.toLowerCase()
  return headers.find(([key]) => key.length === wanted.length && key.toLowerCase() === wanted)?.[1]
}

/** Returns the media type without parameters, in lower case. */
export const mediaType = (response: HttpResponse): string =>
  (header(response, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Returns the text and the JSON value of a body; `undefined` if it is not UTF-8 or not JSON. */
export const readBody = (bytes: Uint8Array): { text: string | undefined; json: Json | undefined } => {
  const text = attempt(() => utf8.decode(bytes))
  // Skips a byte-order mark: only FMT-04 judges it.
  const json = text === undefined ? undefined : jsonIn(text.replace(/^\uFEFF/, ''))
  return { text, json }
}

/** Returns whether a body is JSON nested beyond the limit. */
export const isTooDeep = ({ text, json }: ReturnType<typeof readBody>): boolean =>
  json === undefined && text !== undefined && isNestedTooDeep(text)

const attempt = <T>(produce: () => T): T | undefined => {
  try {
    return produce()
  } catch {
    return undefined
  }
}
