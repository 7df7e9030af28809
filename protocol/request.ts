import { utf8ToBytes } from '@noble/hashes/utils.js'
import { toBase64 } from './base64.ts'
import { type CanonicalForm, canonicalize } from './canonical.ts'
import { sha256, sha256Hex } from './hash.ts'
import type { Json } from './json.ts'
import { type PrivateKey, verifyHash } from './keys.ts'
import type { Dialect } from './profile.ts'
import type { RequestForm, TemplateVariable } from './request-form.ts'
import { decodeSignature, encodeSignature } from './signature.ts'

/** A request as it is sent: path with prefix and query, header values, and body bytes ('' for none). */
export type RequestParts = {
  method: string
  path: string
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
export const canonicalRequest = (parts: RequestParts, form: RequestForm, canonicalJson: CanonicalForm): string => {
  const body = typeof parts.body === 'string' ? utf8ToBytes(parts.body) : parts.body
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body)
  if ('body' in form) return canonicalBody(text, canonicalJson)
  if ('members' in form) return canonicalize(members(parts, bodyValue(text, canonicalJson)), canonicalJson)
  return fill(form.template, variables({ ...parts, body }, text, canonicalJson))
}

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
  template.replace(
    /\$\{([a-zA-Z]+)\}/g,
    (whole, name: string) => (Object.hasOwn(values, name) ? values[name]?.() : undefined) ?? whole,
  )

const variables = (
  parts: RequestParts,
  body: string,
  canonicalJson: CanonicalForm,
): Record<TemplateVariable, () => string> => {
  const { method, path, ocid, timestamp, nonce } = parts
  const question = path.indexOf('?')
  return {
    method: () => method,
    methodLowerCase: () => method.toLowerCase(),
    path: () => path,
    pathname: () => (question < 0 ? path : path.slice(0, question)),
    query: () => (question < 0 ? '' : path.slice(question + 1)),
    ocid: () => ocid,
    timestamp: () => timestamp,
    nonce: () => nonce,
    body: () => body,
    bodyHash: () => sha256Hex(parts.body),
    bodyHashBase64: () => toBase64(sha256(parts.body)),
    canonicalBody: () => canonicalBody(body, canonicalJson),
    canonicalBodyHash: () => sha256Hex(canonicalBody(body, canonicalJson)),
  }
}

/** Returns the body's value, or its text if it has no canonical form, so that malformed bodies can be signed too. */
const bodyValue = (text: string, form: CanonicalForm): Json => {
  try {
    const value: Json = JSON.parse(text)
    canonicalize(value, form)
    return value
  } catch {
    return text
  }
}

const canonicalBody = (text: string, form: CanonicalForm): string => {
  try {
    return canonicalize(JSON.parse(text), form)
  } catch {
    return text
  }
}

const requestHash = (parts: RequestParts, dialect: Dialect): Uint8Array =>
  sha256(canonicalRequest(parts, dialect.canonicalRequest, dialect.canonicalJson))

/** Signs a request and returns the four headers of an authenticated call. Clauses: AUTH-01, NOTIFY-02, SIG-04. */
export const signRequest = (
  parts: RequestParts,
  key: PrivateKey,
  dialect: Dialect,
): Record<(typeof authenticationHeaders)[number], string> => ({
  'X-OC-ID': parts.ocid,
  'X-OC-Timestamp': parts.timestamp,
  'X-OC-Nonce': parts.nonce,
  'X-OC-Signature': encodeSignature(key.sign(requestHash(parts, dialect)), dialect.signatureEncoding),
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
  const compact = decodeSignature(signature, signer.dialect.signatureEncoding)
  if (compact === undefined) return false
  try {
    return verifyHash(signer.publicKey, requestHash(request, signer.dialect), compact)
  } catch {
    return false
  }
}
