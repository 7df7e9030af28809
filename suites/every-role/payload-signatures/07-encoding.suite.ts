/** SIG-07 · Encoding of signature values (compact hex, DER hex, base64, …). */

import { headerEncodingOf } from '../../../protocol/profile.ts'
import { onEveryPayloadType, sendPayloadControl } from '../../support/payload-signatures/signed-payloads.ts'

onEveryPayloadType('payload-signatures-choices', (clause, type) =>
  clause.observe('SIG-07', `${type.name}, encoding of its signature`, async context => {
    await sendPayloadControl(context, type)
    const { signatureEncoding: encoding } = context.dialect
    context.observe({ encoding, 'encoding of X-OC-Signature': headerEncodingOf(context.dialect) })
  }),
)
