import { bytesToHex } from '@noble/hashes/utils.js'
import { inAddress } from '../json/any-json.ts'
import { type CanonicalWriting, canonicalText, rfc8785Writing } from '../json/canonical.ts'
import type { Json } from '../json/json.ts'
import { type Dialect, headerEncodingOf } from '../profile.ts'
import { toBase64 } from '../signature/base64.ts'
import { sha256, sha256Hex } from '../signature/hash.ts'
import { type PrivateKey, verifyHash } from '../signature/keys.ts'
import { decodeSignature, encodeSignature } from '../signature/signature.ts'
import type { RequestForm, TemplateVariable } from './request-form.ts'

/**
 * A request as it is sent: path with prefix and query, header values, and body bytes ('' for none). `base`: the path of the
 * receiver's base address, '' by default.
 */
export type RequestParts = {
  method: string
  path: string
  base?: string
  ocid: string
  timestamp: string
  nonce: string
  body: Uint8Array | string
}

/** The headers of an authenticated call ("Authentication"). */
export const authenticationHeaders = ['X-OC-ID', 'X-OC-Timestamp', 'X-OC-Nonce', 'X-OC-Signature'] as const

/**
 * Returns the text that X-OC-Signature signs ("Authentication"); reads the body as UTF-8.
 * Clauses: AUTH-08, AUTH-09, AUTH-10, AUTH-21.
 */
export const canonicalRequest = (
  parts: RequestParts,
  form: RequestForm,
  writing: CanonicalWriting = rfc8785Writing,
): string => {
  const text = typeof parts.body === 'string' ? parts.body.toWellFormed() : utf8.decode(parts.body)
  if ('body' in form) return canonicalBody(text, writing)
  if ('members' in form) {
    const path = form.belowBase ? belowBase(parts) : parts.path
    return canonicalText(members({ ...parts, path }, bodyValue(text, writing)), writing)
  }
  return fill(form.template, { parts, text, writing })
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** Returns the path below the base address, query included; the whole path if it is not below. */
const belowBase = ({ path, base = '' }: RequestParts): string => {
  const prefix = base.replace(/(?<!\/)\/+$/, '')
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path
}

/** Returns the path of a request line without its query. */
export const withoutQuery = (path: string): string => path.split('?', 1)[0] ?? path

const members = ({ method, nonce, ocid, path, timestamp }: RequestParts, body: Json): Json => ({
  body,
  method,
  nonce,
  ocid,
  path,
  timestamp,
})

/** The sources of the variables of a template: a request, and its body as text. */
type Source = { parts: RequestParts; text: string; writing: CanonicalWriting }

/** Fills in the variables in one pass, so that a value that looks like a variable is left alone. */
const fill = (template: string, source: Source): string => {
  const pieces = templates.get(template) ?? piecesOf(template)
  templates.set(template, pieces)
  let filled = ''
  for (const piece of pieces) filled += typeof piece === 'string' ? piece : piece(source)
  return filled
}

type Piece = string | ((source: Source) => string)

/** Parsed templates: few, and each used many times. */
const templates = new Map<string, readonly Piece[]>()

const piecesOf = (template: string): Piece[] =>
  template.split(/(\$\{(?:url:)?[a-zA-Z0-9]+\})/).map(piece => {
    const [, encoding, name = ''] = /^\$\{(url:)?([a-zA-Z0-9]+)\}$/.exec(piece) ?? []
    if (!Object.hasOwn(variables, name)) return piece
    const variable = variables[name as TemplateVariable]
    return encoding ? source => inAddress(variable(source)) : variable
  })

const variables: Record<TemplateVariable, (source: Source) => string> = {
  method: ({ parts }) => parts.method,
  methodLowerCase: ({ parts }) => parts.method.toLowerCase(),
  path: ({ parts }) => parts.path,
  pathname: ({ parts }) => withoutQuery(parts.path),
  pathBelowBase: ({ parts }) => belowBase(parts),
  pathnameBelowBase: ({ parts }) => withoutQuery(belowBase(parts)),
  query: ({ parts: { path } }) => (path.includes('?') ? path.slice(path.indexOf('?') + 1) : ''),
  ocid: ({ parts }) => parts.ocid,
  timestamp: ({ parts }) => parts.timestamp,
  nonce: ({ parts }) => parts.nonce,
  body: ({ text }) => text,
  bodyHash: ({ parts }) => sha256Hex(parts.body),
  bodyHashUpperCase: ({ parts }) => sha256Hex(parts.body).toUpperCase(),
  bodyHashBase64: ({ parts }) => toBase64(sha256(parts.body)),
  canonicalBody: ({ text, writing }) => canonicalBody(text, writing),
  canonicalBodyHash: ({ text, writing }) => sha256Hex(canonicalBody(text, writing)),
}

/** Returns the body's value, or its text if it has no canonical form, so that malformed bodies can be signed too. */
const bodyValue = (text: string, writing: CanonicalWriting): Json => {
  try {
    const value: Json = JSON.parse(text)
    canonicalText(value, writing)
    return value
  } catch {
    return text
  }
}

const canonicalBody = (text: string, writing: CanonicalWriting): string => {
  try {
    return canonicalText(JSON.parse(text), writing)
  } catch {
    return text
  }
}

/** The four headers of an authenticated call. */
type AuthenticationHeaders = Record<(typeof authenticationHeaders)[number], string>

/**
 * Signs a request. Returns the four headers of an authenticated call, the text that was signed, and its hash as hex.
 * Clauses: AUTH-01, NOTIFY-02, SIG-04.
 */
export const signedRequest = (
  parts: RequestParts,
  key: PrivateKey,
  dialect: Dialect,
): { headers: AuthenticationHeaders; canonical: string; hash: string } => {
  const canonical = canonicalRequest(parts, dialect.canonicalRequest, dialect)
  const hash = sha256(canonical)
  const headers = {
    'X-OC-ID': parts.ocid,
    'X-OC-Timestamp': parts.timestamp,
    'X-OC-Nonce': parts.nonce,
    'X-OC-Signature': encodeSignature(key.sign(hash), headerEncodingOf(dialect)),
  }
  return { headers, canonical, hash: bytesToHex(hash) }
}

/** Signs a request and returns the four headers of an authenticated call. Clauses: AUTH-01, NOTIFY-02, SIG-04. */
export const signRequest = (parts: RequestParts, key: PrivateKey, dialect: Dialect): AuthenticationHeaders =>
  signedRequest(parts, key, dialect).headers

/**
 * Verifies X-OC-Signature over a request. Never throws; does not check timestamp and nonce.
 * Clauses: AUTH-01, AUTH-06, AUTH-08, AUTH-09, AUTH-10.
 */
export const verifyRequest = (
  parts: RequestParts & { signature: string },
  { publicKey, dialect }: { publicKey: string; dialect: Dialect },
): boolean => {
  const { signature, ...request } = parts
  const compact = decodeSignature(signature, headerEncodingOf(dialect))
  if (compact === undefined) return false
  try {
    return verifyHash(publicKey, sha256(canonicalRequest(request, dialect.canonicalRequest, dialect)), compact)
  } catch {
    return false
  }
}
