import { knownEscapes } from '../../protocol/json/escapes.ts'
import type { Role } from '../../protocol/operations.ts'
import { type Dialect, referenceProfile } from '../../protocol/profile.ts'
import { requestFormNamed } from '../../protocol/request/likely-request-forms.ts'
import { isSameForm, referenceRequestForm } from '../../protocol/request/request-form.ts'
import { signatureEncodings } from '../../protocol/signature/signature.ts'

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

export const formNamed = (name: string): Dialect['canonicalRequest'] => {
  const form = requestFormNamed(name)
  if (form === undefined) throw new Error(`no request form is called ${name}`)
  return form
}

const canonicalJsons = ['rfc8785', 'top-level'] as const

const itemAt = <T>(values: readonly T[], index: number): T => values[index % values.length] as T

// Each run signs with a new key, and a signature without a character that is unique to its alphabet may have any of several encodings.
const distinctEncodings = signatureEncodings.filter(encoding => !encoding.endsWith('padded'))

const usualDialects: readonly Dialect[] = Array.from({ length: 48 }, (_, i) => {
  const round = Math.floor(i / distinctEncodings.length)
  return {
    signatureEncoding: itemAt(distinctEncodings, i),
    canonicalJson: itemAt(canonicalJsons, i + round),
    canonicalEscapes: [],
    canonicalRequest: formNamed(itemAt(requestNames, i + 5 * round)),
  }
})

/** Escapes that JSON writers of other languages use, in payloads and in canonical requests. */
const escapingDialects: readonly Dialect[] = knownEscapes.slice(1).map((canonicalEscapes, i) => ({
  signatureEncoding: itemAt(distinctEncodings, i),
  canonicalJson: itemAt(canonicalJsons, i),
  canonicalEscapes,
  canonicalRequest: formNamed(itemAt(['reference', requestNames[5] ?? '', requestNames[6] ?? ''], i)),
}))

// Hex readers accept digits of either case, so the case in a header cannot be discovered.
const headerEncodings = distinctEncodings.filter(encoding => encoding !== 'compact-hex-upper')

/** X-OC-Signature in a different encoding from payload signatures. */
const twoEncodings: readonly Dialect[] = headerEncodings.map((headerSignatureEncoding, i) => ({
  signatureEncoding: itemAt(headerEncodings, i + 3),
  headerSignatureEncoding,
  canonicalJson: 'rfc8785',
  canonicalEscapes: [],
  canonicalRequest: formNamed('reference'),
}))

/** Two encodings together, with the reference's canonical request and with a rarer one. */
const rareDialects: readonly Dialect[] = [
  {
    signatureEncoding: 'der-hex',
    headerSignatureEncoding: 'compact-base64url',
    canonicalJson: 'rfc8785',
    canonicalEscapes: [],
    canonicalRequest: formNamed('reference'),
  },
  {
    signatureEncoding: 'der-hex',
    headerSignatureEncoding: 'compact-base64',
    canonicalJson: 'rfc8785',
    canonicalEscapes: [],
    canonicalRequest: formNamed('timestamp, nonce, method, path, body; joined by dots; hash of the body'),
  },
]

/**
 * Returns the most requests that the search for the canonical request may take: more with a second encoding and, with a rare form as
 * well, more than the search sends to a slow target.
 */
export const mostProbesFor = ({ headerSignatureEncoding, canonicalRequest }: Dialect): number => {
  if (headerSignatureEncoding === undefined) return 130
  return isSameForm(canonicalRequest, referenceRequestForm) ? 200 : 1_000
}

/**
 * Returns the dialects that a role is certified in. Each signature encoding is combined with each canonical JSON and, where requests are
 * signed, with at least half of the canonical requests.
 */
export const dialectsOf = (role: Role): readonly Dialect[] =>
  role === 'kyc'
    ? [...usualDialects.slice(0, distinctEncodings.length * canonicalJsons.length), ...escapingDialects.slice(0, 4)]
    : [...usualDialects, ...escapingDialects, ...twoEncodings, ...rareDialects]

/** Describes a dialect in a few words. */
export const describeDialect = (dialect: Dialect): string =>
  [
    dialect.signatureEncoding,
    ...(dialect.headerSignatureEncoding ? [`${dialect.headerSignatureEncoding} in headers`] : []),
    dialect.canonicalJson,
    ...dialect.canonicalEscapes.map(name => `escapes ${name}`),
    JSON.stringify(dialect.canonicalRequest),
  ].join(', ')

/** Returns the profile of a reference that speaks the dialect. */
export const profileOf = (dialect: Dialect) => ({ ...referenceProfile, ...dialect })
