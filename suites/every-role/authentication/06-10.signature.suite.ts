import type { CheckContext } from '../../../harness/context.ts'
import { type Fault, withBody, withHeader, withPath, withSignature } from '../../../harness/http/faults.ts'
import { codeOf } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { address } from '../../../harness/http/target.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import { generatePrivateKey } from '../../../protocol/keys.ts'
import { operations } from '../../../protocol/operations.ts'
import { decodeSignature, encodeSignature } from '../../../protocol/signature.ts'
import { type Call, control, onEveryCall, send } from '../../support/authenticated-operations.ts'
import type { Clause } from '../../support/parametrize.ts'

/** The last bit of s is another one: a well-formed signature, in whatever encoding. */
const oneBitChanged = (context: CheckContext): Fault =>
  withSignature(signature => {
    const compact = decodeSignature(signature, context.dialect.signatureEncoding) ?? new Uint8Array(64)
    compact[63] = (compact[63] ?? 0) ^ 1
    return encodeSignature({ compact, recovery: 0 }, context.dialect.signatureEncoding)
  })

/** The path of another operation of the same role, signed; the request goes where it belongs. */
const signedForAnother = (context: CheckContext, { operation }: Call) => {
  const { role, path } = operations[operation]
  const all = Object.keys(operations) as (keyof typeof operations)[]
  const another = all.find(
    name => name !== operation && operations[name].role === role && operations[name].authenticated,
  )
  return { another: another ?? operation, tamper: withPath(address(context.run, path).path) }
}

/** An OCID may be known at one operation and not at another. */
const isUnknown = ({ unknownCodes }: Call, response: HttpResponse) => unknownCodes.includes(String(codeOf(response)))

const signer = (clause: Clause, call: Call) => {
  const name = call.operation

  clause('AUTH-06', `${name} signed by an unknown key`, async context => {
    await control(context, call)
    await send(context, call, call.body(context), { key: generatePrivateKey() }).expectRefusalWith('INVALID_SIGNATURE')
  })

  clause('AUTH-06', `${name} with one bit of the signature changed`, async context => {
    await control(context, call)
    await send(context, call, call.body(context), { tamper: oneBitChanged(context) }).expectRefusalWith(
      'INVALID_SIGNATURE',
    )
  })

  clause('AUTH-07', `${name} signed by another known OCID`, async context => {
    await control(context, call)
    for (const { key } of call.others(context))
      await send(context, call, call.body(context), { key }).expectRefusalWith('INVALID_SIGNATURE')
  })

  clause('AUTH-07', `${name} in the name of another known OCID`, async context => {
    await control(context, call)
    const [other = call.sender(context)] = call.others(context)
    const { key } = call.sender(context)
    const response = send(context, call, call.body(context), { as: other, key })
    if (
      isUnknown(call, await response) &&
      isUnknown(call, await send(context, call, call.body(context), { as: other }))
    )
      notApplicable(`The target does not know ${other.id} as a caller of this operation.`)
    await response.expectRefusalWith('INVALID_SIGNATURE')
  })
}

const cover = (clause: Clause, call: Call) => {
  const name = call.operation

  clause('AUTH-08', `${name} with the body changed after signing`, async context => {
    await control(context, call)
    const body = await call.body(context)
    const tamper = withBody(JSON.stringify(call.altered(context, body)))
    await send(context, call, body, { tamper }).expectRefusalWith('INVALID_SIGNATURE')
    await send(context, call, call.altered(context, await call.body(context))).asControl()
  })

  clause('AUTH-09', `${name} with the timestamp changed after signing`, async context => {
    await control(context, call)
    const timestamp = context.now() - 1
    const tamper = withHeader('X-OC-Timestamp', String(timestamp + 1))
    await send(context, call, call.body(context), { timestamp, tamper }).expectRefusalWith('INVALID_SIGNATURE')
  })

  clause('AUTH-09', `${name} with the nonce changed after signing`, async context => {
    await control(context, call)
    const tamper = withHeader('X-OC-Nonce', context.fresh('n'))
    await send(context, call, call.body(context), { tamper }).expectRefusalWith('INVALID_SIGNATURE')
  })

  clause('AUTH-10', `${name} with the signature of another operation`, async context => {
    await control(context, call)
    const { another, tamper } = signedForAnother(context, call)
    await context.call(another, call.body(context), { as: call.sender(context), tamper }).expectRefused()
  })
}

/** Whose signature it has to be, and what it covers. Heading: Authentication. */
export const authenticationSignature = onEveryCall('authentication-signature', (clause, call) => {
  signer(clause, call)
  cover(clause, call)
})
