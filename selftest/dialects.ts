import { requestFormNamed } from '../protocol/likely-request-forms.ts'
import type { Role } from '../protocol/operations.ts'
import { type Dialect, referenceProfile } from '../protocol/profile.ts'
import { signatureEncodings } from '../protocol/signature.ts'

/** Canonical requests that real implementations use. */
const requestNames = [
  'reference',
  'method, path, timestamp, nonce, body; joined by line feeds; hash of the body',
  'ocid, timestamp, nonce, method, path, body; joined by bars; hash of the body',
  'method, path, ocid, timestamp, nonce, body; joined by nothing; the body',
  'canonical JSON of the body alone',
  'method, path, ocid, timestamp, nonce, body; joined by colons; hash of the canonical body',
  'canonical JSON of body, method, nonce, ocid, path, timestamp',
  'method, path, body, timestamp, nonce; joined by line feeds; hash of the body',
  'method, path, nonce, timestamp, body; joined by dots; the canonical body',
  'the same with ocid and timestamp as numbers',
  'method, path, ocid, timestamp, nonce, body; joined by line feeds; hash of the body; the path without its query',
  'timestamp, nonce, method, path, body; joined by line feeds; the body',
]

const formNamed = (name: string): Dialect['canonicalRequest'] => {
  const form = requestFormNamed(name)
  if (form === undefined) throw new Error(`no request form is called ${name}`)
  return form
}

const canonicalJsons = ['rfc8785', 'top-level'] as const

const itemAt = <T>(values: readonly T[], index: number): T => values[index % values.length] as T

const dialects: readonly Dialect[] = Array.from({ length: 48 }, (_, i) => {
  const round = Math.floor(i / signatureEncodings.length)
  return {
    signatureEncoding: itemAt(signatureEncodings, i),
    canonicalJson: itemAt(canonicalJsons, i + round),
    canonicalEscapes: [],
    canonicalRequest: formNamed(itemAt(requestNames, i + 5 * round)),
  }
})

/**
 * Returns the dialects that a role is certified in. Each signature encoding meets each canonical JSON and, where
 * requests are signed, at least half of the canonical requests.
 */
export const dialectsOf = (role: Role): readonly Dialect[] =>
  role === 'kyc' ? dialects.slice(0, signatureEncodings.length * canonicalJsons.length) : dialects

/** Describes a dialect in a few words. */
export const describeDialect = ({ signatureEncoding, canonicalJson, canonicalRequest }: Dialect): string =>
  `${signatureEncoding}, ${canonicalJson}, ${JSON.stringify(canonicalRequest)}`

/** Returns the profile of a reference that speaks the dialect. */
export const profileOf = (dialect: Dialect) => ({ ...referenceProfile, ...dialect })
