import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import type { Json } from '../../protocol/json.ts'

/** Why a request has no answer: the kind decides whose fault it may be. */
export type Silence = { kind: 'refused' | 'timeout' | 'broken' | 'throttled'; message: string }

/** What came back. Text is UTF-8 (`text` is undefined where the bytes are not), the body is cut at the limit of the wire. */
export type HttpResponse = {
  status: number
  headers: readonly [string, string][]
  bytes: Uint8Array
  text: string | undefined
  /** The JSON value of the body; undefined where it is none. */
  json: Json | undefined
  /** The body was longer than the harness keeps. */
  truncated: boolean
  /** There was no answer, or only a part of one. */
  silence?: Silence
  /** Id of its exchange in the evidence. */
  exchange: string
  url: string
  /** Milliseconds on the process clock when the last byte was there. */
  arrivedAt: number
}

/** The value of a header, the first where it is repeated. */
export const header = (response: Pick<HttpResponse, 'headers'>, name: string): string | undefined =>
  response.headers.find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]

/** Media type without parameters, in lower case. */
export const mediaType = (response: HttpResponse): string =>
  (header(response, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Text and JSON of a body; undefined where it is not UTF-8, or not JSON. */
export const readBody = (bytes: Uint8Array): { text: string | undefined; json: Json | undefined } => {
  const text = attempt(() => utf8.decode(bytes))
  // A byte-order mark is FMT-04's affair alone: what stands behind it is read all the same.
  const json = text === undefined ? undefined : attempt(() => JSON.parse(text.replace(/^\uFEFF/, '')) as Json)
  return { text, json }
}

const attempt = <T>(produce: () => T): T | undefined => {
  try {
    return produce()
  } catch {
    return undefined
  }
}

const inflaters: Record<string, (bytes: Uint8Array, options: { maxOutputLength: number }) => Uint8Array> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}

/**
 * Undoes a content encoding, though none was asked for; what would grow beyond `limit` bytes, or is damaged, stays as it came.
 */
export const inflate = (bytes: Uint8Array, encoding: string | undefined, limit: number): Uint8Array => {
  const inflater = inflaters[(encoding ?? '').trim().toLowerCase()]
  return (inflater && attempt(() => inflater(bytes, { maxOutputLength: limit }))) ?? bytes
}
