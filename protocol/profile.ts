import type { CanonicalForm } from './json/canonical.ts'
import type { CanonicalEscape } from './json/escapes.ts'
import { type RequestForm, referenceRequestForm } from './request/request-form.ts'
import type { SignatureEncoding } from './signature/signature.ts'

/** The choices that the document leaves open, as data. */
export type Profile = {
  /** The encoding of payload signatures: of orders, proofs and metadata configs. */
  signatureEncoding: SignatureEncoding
  /** The encoding of X-OC-Signature; that of payload signatures if absent. */
  headerSignatureEncoding?: SignatureEncoding
  canonicalJson: CanonicalForm
  /** The characters that the canonical JSON escapes beyond those of JSON itself. */
  canonicalEscapes: readonly CanonicalEscape[]
  canonicalRequest: RequestForm
  /** Name and value of the metadata member with the protocol version ("Versioning"). Clause: META-14. */
  versionMember: string
  version: string
  /** How far X-OC-Timestamp may differ from the clock. Clause: AUTH-22. */
  clockDifference: { pastSeconds: number; futureSeconds: number }
  /** How long a nonce is remembered, per caller. Clause: AUTH-22. */
  nonceSeconds: number
  /** HTTP status of the authentication layer's refusals. Clause: AUTH-23. */
  refusalStatus: number
  /** Lifetime of a checkout session. Clause: PAGE-14. */
  sessionSeconds: number
  /**
   * `redirectWaitMs`: how long the hosted page waits for the first attempt; `retrySeconds`: the pauses between attempts.
   * Clause: NOTIFY-07.
   */
  notification: { timeoutMs: number; redirectWaitMs: number; retrySeconds: readonly number[] }
  /** Largest body in bytes; a larger one gets a 413. Clause: FMT-07. */
  bodyLimit: number
}

/** The part of a profile that decides which text is signed and how a signature is encoded. Clauses: SIG-07, SIG-08. */
export type Dialect = Pick<
  Profile,
  'signatureEncoding' | 'headerSignatureEncoding' | 'canonicalJson' | 'canonicalEscapes' | 'canonicalRequest'
>

/** Returns the encoding of X-OC-Signature. Clause: SIG-07. */
export const headerEncodingOf = ({
  headerSignatureEncoding,
  signatureEncoding,
}: Pick<Profile, 'signatureEncoding' | 'headerSignatureEncoding'>): SignatureEncoding =>
  headerSignatureEncoding ?? signatureEncoding

/** The choices of the reference where the document is silent. */
export const referenceProfile: Profile = {
  signatureEncoding: 'compact-hex',
  canonicalJson: 'rfc8785',
  canonicalEscapes: [],
  canonicalRequest: referenceRequestForm,
  versionMember: 'protocol',
  version: '0.1',
  clockDifference: { pastSeconds: 300, futureSeconds: 300 },
  nonceSeconds: 600,
  refusalStatus: 401,
  sessionSeconds: 1800,
  notification: { timeoutMs: 10_000, redirectWaitMs: 2_000, retrySeconds: [1, 2, 4, 8, 16] },
  bodyLimit: 1_048_576,
}
