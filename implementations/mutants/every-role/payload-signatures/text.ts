import { canonicalize, canonicalText } from '../../../../protocol/json/canonical.ts'
import { isObject, type Json } from '../../../../protocol/json/json.ts'
import { verifyPayload } from '../../../../protocol/signature/payload.ts'
import { changeMember } from '../../../support/changes.ts'
import { authenticatedRoles, type SharedMutant } from '../shared-mutant.ts'
import { inAscii, signText, verifyText } from './signed-text.ts'

const asPhpWrites = (payload: Json): string =>
  canonicalText(payload, { canonicalJson: 'rfc8785', canonicalEscapes: ['slash', 'non-ascii'] })

/** The length of a typical text column. */
const columnLength = 255

const memoOf = (payload: Json): string => (isObject(payload) ? String(payload.memo ?? '') : '')

const withShortMemo = (payload: Json): Json =>
  memoOf(payload).length > columnLength
    ? changeMember(payload, 'memo', () => memoOf(payload).slice(0, columnLength))
    : payload

/** Faults in how non-ASCII text (SIG-06) and long text (SIG-03, SIG-04) is signed. */
export const signedTextMutants: readonly SharedMutant[] = [
  {
    name: 'payloads are normalized before they are verified',
    roles: authenticatedRoles,
    breaks: 'SIG-06',
    story: 'All input is normalized to NFC.',
    policies: verifyText(payload => canonicalize(payload).normalize('NFC')),
  },
  {
    name: 'payloads are verified in ASCII',
    roles: authenticatedRoles,
    breaks: 'SIG-06',
    story: 'json.dumps(payload, sort_keys=True) escapes everything that is not ASCII.',
    policies: verifyText(payload => inAscii(canonicalize(payload))),
  },
  {
    name: 'payloads are signed in ASCII',
    roles: authenticatedRoles,
    breaks: 'SIG-06',
    alsoBreaks: ['ORDER-04'],
    story: 'json.dumps(payload, sort_keys=True) escapes everything that is not ASCII.',
    policies: signText(payload => inAscii(canonicalize(payload))),
  },
  {
    name: 'a memo is signed as far as its column goes',
    roles: authenticatedRoles,
    breaks: 'SIG-04',
    kind: 'ends',
    story: 'The signature covers the row read back from the table, but the response has the value of the request.',
    policies: signText(payload => canonicalize(withShortMemo(payload))),
  },
  {
    name: 'payloads with a long memo are taken unsigned',
    roles: authenticatedRoles,
    breaks: 'SIG-03',
    kind: 'ends',
    story: 'The buffer for the canonical text is too short, and the catch block accepts.',
    policies: {
      verifyPayload: (payload, signature, signer) =>
        memoOf(payload).length >= columnLength || verifyPayload(payload, signature, signer),
    },
  },
  {
    name: 'payloads are signed as PHP writes JSON, and verified as JavaScript does',
    roles: authenticatedRoles,
    breaks: 'SIG-06',
    story: 'The signing worker is not written in the language of the API.',
    policies: signText(asPhpWrites),
    isDiscovered: true,
  },
  {
    name: 'orders and proofs are signed and verified as PHP writes JSON, metadata as JavaScript does',
    roles: authenticatedRoles,
    breaks: 'SIG-06',
    story: 'The metadata is signed once, by a script of the release team.',
    policies: { ...signText(asPhpWrites), ...verifyText(asPhpWrites) },
    isDiscovered: true,
  },
]
