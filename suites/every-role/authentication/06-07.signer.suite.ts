import type { CheckContext } from '../../../harness/context.ts'
import { type Fault, withSignature } from '../../../harness/http/faults.ts'
import { codeOf } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import { generatePrivateKey } from '../../../protocol/keys.ts'
import { headerEncodingOf } from '../../../protocol/profile.ts'
import { decodeSignature, encodeSignature } from '../../../protocol/signature.ts'
import type { AuthenticatedOperation } from '../../support/authenticated-operation.ts'
import { onEveryOperation, send, sendControl } from '../../support/authenticated-operations.ts'

/** Flips the last bit of s; the signature stays well-formed in any encoding. */
const withOneBitChanged = (context: CheckContext): Fault =>
  withSignature(signature => {
    const encoding = headerEncodingOf(context.dialect)
    const compact = decodeSignature(signature, encoding) ?? new Uint8Array(64)
    compact[63] = (compact[63] ?? 0) ^ 1
    return encodeSignature({ compact, recovery: 0 }, encoding)
  })

const isCallerUnknown = ({ unknownCallerCodes }: AuthenticatedOperation, response: HttpResponse) =>
  unknownCallerCodes.includes(String(codeOf(response)))

/** A request is signed with the key of its caller. Heading: Authentication. */
export const authenticationSigner = onEveryOperation('authentication-signature', (clause, operation) => {
  const { name } = operation

  clause('AUTH-06', `${name} signed by an unknown key`, async context => {
    await sendControl(context, operation)
    const response = send(context, operation, operation.body(context), { key: generatePrivateKey() })
    await response.expectRefusalWith('INVALID_SIGNATURE')
  })

  clause('AUTH-06', `${name} with one bit of the signature changed`, async context => {
    await sendControl(context, operation)
    const response = send(context, operation, operation.body(context), { tamper: withOneBitChanged(context) })
    await response.expectRefusalWith('INVALID_SIGNATURE')
  })

  clause('AUTH-07', `${name} signed by another known OCID`, async context => {
    await sendControl(context, operation)
    for (const { key } of operation.otherCallers(context))
      await send(context, operation, operation.body(context), { key }).expectRefusalWith('INVALID_SIGNATURE')
  })

  clause('AUTH-07', `${name} in the name of another known OCID`, async context => {
    await sendControl(context, operation)
    const [other = operation.sender(context)] = operation.otherCallers(context)
    const sendAsOther = (key = other.key) => send(context, operation, operation.body(context), { as: other, key })
    const response = sendAsOther(operation.sender(context).key)
    // The target may know an OCID as the caller of some operations only.
    if (isCallerUnknown(operation, await response) && isCallerUnknown(operation, await sendAsOther()))
      notApplicable(`The target does not know ${other.id} as a caller of this operation.`)
    await response.expectRefusalWith('INVALID_SIGNATURE')
  })
})
