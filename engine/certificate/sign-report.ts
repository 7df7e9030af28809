import { canonicalize } from '../../protocol/json/canonical.ts'
import type { Json } from '../../protocol/json/json.ts'
import { sha256 } from '../../protocol/signature/hash.ts'
import { isPublicKey, type PrivateKey, verifyHash } from '../../protocol/signature/keys.ts'
import { decodeSignature, encodeSignature, isLowS } from '../../protocol/signature/signature.ts'
import type { Report } from '../../schemas/messages.ts'

/** Returns the text of report.json. */
export const reportText = (report: Report): string => `${JSON.stringify(report, null, 2)}\n`

/** Replaces lone surrogates, which have no canonical JSON, in every string and name of a JSON value. */
export const wellFormed = <T>(value: T): T => repaired(JSON.parse(JSON.stringify(value)) as Json) as T

const repaired = (value: Json): Json => {
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(repaired)
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name.toWellFormed(), repaired(member)]))
}

/** Signs the canonical JSON of a report without its signature: 128 lower-case hex digits, r then s. */
export const signReport = (report: Report, key: PrivateKey): Report => {
  const { signature: _signature, ...signed } = wellFormed(report)
  const value = encodeSignature(key.sign(hashOf(signed)))
  return { ...signed, signature: { value, publicKey: key.publicKey } }
}

/** Returns whether the signature of a report verifies, and is written exactly as `signReport` writes it. */
export const isSignedWhole = ({ signature, ...signed }: Report): boolean => {
  if (signature === undefined || !isPublicKey(signature.publicKey)) return false
  const { value, publicKey, ...others } = signature
  const compact = decodeSignature(value)
  const isAsWritten = !/[A-F]/.test(value + publicKey) && Object.keys(others).length === 0
  return compact !== undefined && isAsWritten && isLowS(compact) && verifyHash(publicKey, hashOf(signed), compact)
}

const hashOf = (report: Omit<Report, 'signature'>): Uint8Array => sha256(canonicalize(report as unknown as Json))
