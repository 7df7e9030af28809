import { canonicalize } from '../../../../protocol/canonical.ts'
import { authenticatedRoles, type SharedMutant } from '../shared-mutant.ts'
import { inAscii, signText, verifyText } from './signed-text.ts'

/** Faults in how text beyond ASCII is signed (SIG-06). */
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
    story: 'json.dumps(payload, sort_keys=True) escapes everything beyond ASCII.',
    policies: verifyText(payload => inAscii(canonicalize(payload))),
  },
  {
    name: 'payloads are signed in ASCII',
    roles: authenticatedRoles,
    breaks: 'SIG-06',
    story: 'json.dumps(payload, sort_keys=True) escapes everything beyond ASCII.',
    policies: signText(payload => inAscii(canonicalize(payload))),
  },
]
