import { canonicalize } from '../../../../protocol/canonical.ts'
import { callees, type SharedMutant } from '../shared-mutant.ts'
import { inAscii, signingText, verifyingText } from './signed-text.ts'

/** Faults in how text beyond ASCII is signed (SIG-06). */
export const signedTextMutants: readonly SharedMutant[] = [
  {
    name: 'payloads are normalized before they are verified',
    roles: callees,
    breaks: 'SIG-06',
    story: 'Every text is brought to NFC where it enters.',
    policies: verifyingText(payload => canonicalize(payload).normalize('NFC')),
  },
  {
    name: 'payloads are verified in ASCII',
    roles: callees,
    breaks: 'SIG-06',
    story: 'json.dumps(payload, sort_keys=True) escapes what is not ASCII.',
    policies: verifyingText(payload => inAscii(canonicalize(payload))),
  },
  {
    name: 'payloads are signed in ASCII',
    roles: callees,
    breaks: 'SIG-06',
    story: 'json.dumps(payload, sort_keys=True) escapes what is not ASCII.',
    policies: signingText(payload => inAscii(canonicalize(payload))),
  },
]
