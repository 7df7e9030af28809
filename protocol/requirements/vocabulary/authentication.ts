import { authenticationCodes } from '../../errors.ts'
import { canonicalForms } from '../../json/canonical.ts'
import { escapeWords } from '../../json/escapes.ts'
import { signatureEncodings } from '../../signature/signature.ts'
import { answer, choice, each, listOf, measured, timed, type Vocabulary } from './observable.ts'

const faultyHeaders = ['X-OC-ID', 'X-OC-Timestamp', 'X-OC-Nonce', 'X-OC-Signature'].flatMap(header =>
  ['no', 'empty', 'malformed', 'repeated'].map(fault => `${fault} ${header}`),
)

/** A lower bound: another run might measure more. */
const longer = Number.POSITIVE_INFINITY

const keySource = choice('metadata read', 'metadata not read')

/** Heading: Authentication, the headers of a request. */
const requests = {
  'AUTH-21': {
    bare: 'canonical request',
    observables: { 'canonical request': { words: ['reference', 'another form'], names: true } },
    proposal:
      'The canonical request is METHOD, PATH, X-OC-ID, X-OC-Timestamp, X-OC-Nonce and the SHA-256 of the body in lower-case hex, joined by line feeds with none at the end; PATH is the request target as sent, query included, and a request without a body takes the hash of no bytes.',
  },
  'AUTH-22': {
    observables: {
      ...each(['into the past', 'into the future'], timed(10, 'none')),
      'nonce memory, at least': { ...timed(longer, 'not remembered'), answers: true },
    },
    proposal:
      'X-OC-Timestamp may differ by at most 300 seconds, in either direction, from the clock of the receiver, which remembers each nonce for 600 seconds.',
  },
  'AUTH-23': {
    observables: each(authenticationCodes, measured('status', 'no answer')),
    proposal: 'Every failure of the authentication layer is answered with status 401.',
  },
  'AUTH-24': {
    observables: each(['OCID that nobody knows', 'OCID in the registry only'], answer('accepted')),
    proposal:
      'At orders/checkout a caller that is not registered as a merchant, whether its OCID is known elsewhere or not, is answered 401 `MERCHANT_NOT_REGISTERED`, not `UNKNOWN_OCID`.',
  },
  'AUTH-25': {
    observables: {
      ...each(
        ['timestamp and signature', 'timestamp and nonce', 'nonce and signature', 'OCID and timestamp'],
        answer('accepted'),
      ),
      'nonce of another caller': answer('taken', 'refused as used'),
    },
    proposal:
      'The layer checks, in this order, that the headers are present, the OCID is known, the timestamp is in time, the signature verifies and the nonce is new; a nonce belongs to one caller and is remembered only once the signature has verified.',
  },
  'AUTH-27': {
    observables: {
      ...each(['key of a partner', 'key of an app'], keySource),
      'OCID in the registry only': answer('accepted'),
    },
    proposal:
      'The key of a caller that is neither a registered merchant nor an issuer is the `config.publicKey` of the metadata document registered for its OCID.',
  },
  'AUTH-28': {
    observables: {
      ...each([...faultyHeaders, 'X-OC-Nonce of 1,000 characters'], answer('accepted')),
      'nonce of a request refused for its content': answer('used up', 'free again', 'not refused'),
    },
    proposal:
      'A header that is missing, empty, repeated or malformed is answered 401 `INVALID_SIGNATURE`; a request whose signature verified uses up its nonce, even when it is refused for its content.',
  },
} as const satisfies Record<string, Vocabulary>

/** Heading: Authentication, payload signatures. */
const payloads = {
  'SIG-07': {
    bare: 'encoding',
    observables: {
      encoding: choice(...signatureEncodings, 'none that is known'),
      'encoding of X-OC-Signature': choice(...signatureEncodings),
    },
    proposal:
      'A signature value is 128 lower-case hex characters, the 32 bytes of r followed by the 32 bytes of s, without a prefix, in payloads and in X-OC-Signature.',
  },
  'SIG-08': {
    observables: {
      'canonical form': choice(...canonicalForms),
      'nested keys in another order': answer('verifies', 'does not verify'),
      'forms that verify': listOf(...canonicalForms),
      escapes: listOf(...escapeWords),
    },
    proposal:
      'The canonical text is that of RFC 8785: keys are sorted in objects at every depth, also in those inside arrays, arrays keep their order, and strings escape only what JSON requires.',
  },
  'SIG-09': {
    observables: {
      'high s': answer('accepted'),
      'unknown member': choice('takes part', 'left out', 'accepted either way', 'refused'),
    },
    proposal:
      'A signer produces the lower of the two valid s values and a verifier accepts both; every member of the object takes part in the canonical text, also one that this document does not name.',
  },
} as const satisfies Record<string, Vocabulary>

/** The observations of checks of AUTH and SIG. */
export const authentication = { ...requests, ...payloads } as const
