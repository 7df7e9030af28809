import { canonicalize } from '../../../../protocol/json/canonical.ts'
import { isObject, type Json, type JsonObject } from '../../../../protocol/json/json.ts'
import { metadataDocument } from '../../../../protocol/metadata.ts'
import { sha256 } from '../../../../protocol/signature/hash.ts'
import { verifyHash } from '../../../../protocol/signature/keys.ts'
import { decodeSignature, encodeSignature } from '../../../../protocol/signature/signature.ts'
import type { CommonPolicies } from '../../../../reference/every-role/contract.ts'
import { parseBody } from '../../../../reference/every-role/wire-format/bodies.ts'

/** The clauses of a gateway that fail with the signatures of its proofs. */
export const proofClauses = [
  'TRANSFER-01',
  'TRANSFER-14',
  'VERIFY-02',
  'PAYMENT-15',
  'PAGE-08',
  'NOTIFY-03',
  'FLOW-01',
  'FLOW-02',
] as const

/** A string to sign instead of the canonical one. */
export type TextOf = (payload: Json) => string

type Hash = (text: string) => Uint8Array

/** Verifies payloads over a string other than the canonical one. */
export const verifyText = (textOf: TextOf): Pick<CommonPolicies, 'verifyPayload'> => ({
  verifyPayload: (payload, signature, { publicKey, dialect }) => {
    const compact = decodeSignature(signature, dialect.signatureEncoding)
    return compact !== undefined && verifyHash(publicKey, sha256(textOf(payload)), compact)
  },
})

/** Signs payloads over another string or hash; the metadata config is signed correctly. */
export const signText = (textOf: TextOf, hash: Hash = sha256): Pick<CommonPolicies, 'signPayload'> => ({
  signPayload: (payload, key, { signatureEncoding }) =>
    encodeSignature(key.sign(hash(textOf(payload))), signatureEncoding),
})

/** Signs everything with another hash, metadata included. */
export const signWithHash = (hash: Hash): Pick<CommonPolicies, 'signPayload' | 'metadata'> => {
  const { signPayload } = signText(canonicalize, hash)
  return {
    signPayload,
    metadata: (identity, key, profile) => {
      const document = metadataDocument(identity, key, profile)
      return { ...document, signature: signPayload(document.config ?? null, key, profile) }
    },
  }
}

const receivedTexts = new WeakMap<JsonObject, string>()

/** Cuts the text of a top-level member out of a body, as received. */
const memberText = (body: string, name: string): string => {
  const from = new RegExp(`"${name}"\\s*:\\s*`).exec(body)
  const start = from ? from.index + from[0].length : 0
  let depth = 0
  for (const { 0: token, index } of body.slice(start).matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    depth += token === '{' ? 1 : token === '}' ? -1 : 0
    if (depth === 0) return body.slice(start, start + index + 1)
  }
  return ''
}

/** Remembers the text that each order or proof was parsed from. */
export const keepReceivedTexts: Pick<CommonPolicies, 'parseBody'> = {
  parseBody: bytes => {
    const body = parseBody(bytes)
    for (const [name, member] of Object.entries(isObject(body) ? body : {}))
      if (isObject(member)) receivedTexts.set(member, memberText(Buffer.from(bytes).toString(), name))
    return body
  },
}

/** Returns the text that a payload was parsed from. */
export const receivedText: TextOf = payload => (isObject(payload) ? (receivedTexts.get(payload) ?? '') : '')

/** Escapes every non-ASCII character. */
export const inAscii = (text: string): string =>
  text.replace(/[\u007f-\uffff]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Returns whether r and s are both zero. */
export const isZero = (signature: unknown): boolean => decodeSignature(signature)?.every(byte => byte === 0) === true
