import { utf8ToBytes } from '@noble/hashes/utils.js'
import { toBase64 } from './base64.ts'
import { type CanonicalWriting, canonicalText, rfc8785Writing } from './canonical.ts'
import { sha256, sha256Hex } from './hash.ts'
import type { Json } from './json.ts'
import { type PrivateKey, verifyHash } from './keys.ts'
import { type Dialect, headerEncodingOf } from './profile.ts'
import type { RequestForm, TemplateVariable } from './request-form.ts'
import { decodeSignature, encodeSignature } from './signature.ts'

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
  const body = typeof parts.body === 'string' ? utf8ToBytes(parts.body) : parts.body
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body)
  if ('body' in form) return canonicalBody(text, writing)
  if ('members' in form) {
    const path = form.belowBase ? belowBase(parts) : parts.path
    return canonicalText(members({ ...parts, path }, bodyValue(text, writing)), writing)
  }
  return fill(form.template, variables({ ...parts, body }, text, writing))
}

/** Returns the path below the base address, query included; the whole path if it is not below. */
const belowBase = ({ path, base = '' }: RequestParts): string => {
  const prefix = base.replace(/\/+$/, '')
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path
}

const withoutQuery = (path: string): string => path.split('?', 1)[0] ?? path

const members = ({ method, nonce, ocid, path, timestamp }: RequestParts, body: Json): Json => ({
  body,
  method,
  nonce,
  ocid,
  path,
  timestamp,
})

/** Fills in the variables in one pass, so that a value that looks like a variable is left alone. */
const fill = (template: string, values: Record<string, () => string>): string =>
  template.replace(/\$\{(url:)?([a-zA-Z]+)\}/g, (whole, encoding: string | undefined, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name]?.() : undefined
    return (encoding && value !== undefined ? encodeURIComponent(value) : value) ?? whole
  })

const variables = (
  parts: RequestParts,
  body: string,
  writing: CanonicalWriting,
): Record<TemplateVariable, () => string> => {
  const { method, path, ocid, timestamp, nonce } = parts
  const question = path.indexOf('?')
  return {
    method: () => method,
    methodLowerCase: () => method.toLowerCase(),
    path: () => path,
    pathname: () => withoutQuery(path),
    pathBelowBase: () => belowBase(parts),
    pathnameBelowBase: () => withoutQuery(belowBase(parts)),
    query: () => (question < 0 ? '' : path.slice(question + 1)),
    ocid: () => ocid,
    timestamp: () => timestamp,
    nonce: () => nonce,
    body: () => body,
    bodyHash: () => sha256Hex(parts.body),
    bodyHashBase64: () => toBase64(sha256(parts.body)),
    canonicalBody: () => canonicalBody(body, writing),
    canonicalBodyHash: () => sha256Hex(canonicalBody(body, writing)),
  }
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

const requestHash = (parts: RequestParts, dialect: Dialect): Uint8Array =>
  sha256(canonicalRequest(parts, dialect.canonicalRequest, dialect))

/** Signs a request and returns the four headers of an authenticated call. Clauses: AUTH-01, NOTIFY-02, SIG-04. */
export const signRequest = (
  parts: RequestParts,
  key: PrivateKey,
  dialect: Dialect,
): Record<(typeof authenticationHeaders)[number], string> => ({
  'X-OC-ID': parts.ocid,
  'X-OC-Timestamp': parts.timestamp,
  'X-OC-Nonce': parts.nonce,
  'X-OC-Signature': encodeSignature(key.sign(requestHash(parts, dialect)), headerEncodingOf(dialect)),
})

/**
 * Verifies X-OC-Signature over a request. Never throws; does not check timestamp and nonce.
 * Clauses: AUTH-01, AUTH-06, AUTH-08, AUTH-09, AUTH-10.
 */
export const verifyRequest = (
  parts: RequestParts & { signature: string },
  signer: { publicKey: string; dialect: Dialect },
): boolean => {
  const { signature, ...request } = parts
  const compact = decodeSignature(signature, headerEncodingOf(signer.dialect))
  if (compact === undefined) return false
  try {
    return verifyHash(signer.publicKey, requestHash(request, signer.dialect), compact)
  } catch {
    return false
  }
}
