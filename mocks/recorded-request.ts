import { isObject, type Json } from '../protocol/json.ts'
import type { RawRequest } from './raw-request.ts'

/** What a request was for. `other`: an address of nobody's, or a trap. */
export type Kind = 'notification' | 'metadata' | 'order' | 'registry' | 'callback' | 'other'

/** One request that the target sent. */
export type RecordedRequest = {
  /** Milliseconds, comparable with `performance.now()` of this process: when the whole request had arrived. */
  at: number
  /** The same moment in milliseconds since 1970. */
  receivedAt: number
  method: string
  /** As on the request line, `?query` included. */
  path: string
  /** By lower-case name; the values of a repeated header joined by `, `. */
  headers: Record<string, string>
  /** Names and values in turn: order, case and duplicates as sent. */
  rawHeaders: string[]
  /** The first 64 KiB, as UTF-8. */
  body: string
  /** The body, where it is JSON and whole. */
  json?: Json
  /** The identity that was addressed. */
  ocid?: number
  kind: Kind
  /** `proof.to.reference` of the body, where it is a string of at most 512 characters. */
  reference?: string
  /** `proof.txid` of the body, likewise. */
  txid?: string
  /** The status that the counterpart answered; absent before that, and where it cut the connection. */
  answer?: number
}

/** Bodies are cut to this many bytes. */
export const bodyBytes = 64 * 1024

const longestName = 512

/** Makes the record of an arrival. Whatever was sent, this does not throw. */
export const recordedRequest = (rawRequest: RawRequest, place: { kind: Kind; ocid?: number }): RecordedRequest => {
  const text = Buffer.from(rawRequest.bytes).toString('utf8')
  const json = parsed(text)
  const cut = rawRequest.bytes.length > bodyBytes
  return {
    at: performance.now(),
    receivedAt: Date.now(),
    method: rawRequest.method,
    path: rawRequest.path,
    headers: joined(rawRequest.rawHeaders),
    rawHeaders: rawRequest.rawHeaders,
    body: cut ? Buffer.from(rawRequest.bytes.subarray(0, bodyBytes)).toString('utf8') : text,
    ...(json !== undefined && !cut && { json }),
    ...place,
    ...namesOf(json),
  }
}

const parsed = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

const joined = (rawHeaders: string[]): Record<string, string> => {
  const headers = new Headers()
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) headers.append(rawHeaders[i] ?? '', rawHeaders[i + 1] ?? '')
  return Object.fromEntries(headers)
}

const isName = (value: unknown): value is string => typeof value === 'string' && value.length <= longestName

const namesOf = (body: unknown): { reference?: string; txid?: string } => {
  const proof = isObject(body) ? body.proof : undefined
  if (!isObject(proof)) return {}
  const reference = isObject(proof.to) ? proof.to.reference : undefined
  return { ...(isName(reference) && { reference }), ...(isName(proof.txid) && { txid: proof.txid }) }
}
