import type { CanonicalForm } from './canonical.ts'
import { type RequestForm, referenceRequestForm } from './request-form.ts'
import type { SignatureEncoding } from './signature.ts'

/** Every choice that the document leaves open, as data. */
export type Profile = {
  signatureEncoding: SignatureEncoding
  canonicalJson: CanonicalForm
  canonicalRequest: RequestForm
  /** Name and value of the metadata member that carries the protocol version ("Versioning"). */
  versionMember: string
  version: string
  /** How far X-OC-Timestamp may be from the clock. */
  clockDifference: { pastSeconds: number; futureSeconds: number }
  /** How long a nonce is remembered, per caller. */
  nonceSeconds: number
  /** HTTP status of the authentication layer's refusals. */
  refusalStatus: number
  /** How long a checkout session lives. */
  sessionSeconds: number
  /** `redirectWaitMs`: how long the hosted page waits for the first attempt; `retrySeconds`: the pauses between attempts. */
  notification: { timeoutMs: number; redirectWaitMs: number; retrySeconds: readonly number[] }
  /** In bytes; beyond it 413. */
  bodyLimit: number
}

/** The part of a profile that decides what is signed, and how a signature is written. */
export type Dialect = Pick<Profile, 'signatureEncoding' | 'canonicalJson' | 'canonicalRequest'>

/** What the reference roles do where the document is silent. */
export const referenceProfile: Profile = {
  signatureEncoding: 'compact-hex',
  canonicalJson: 'rfc8785',
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
