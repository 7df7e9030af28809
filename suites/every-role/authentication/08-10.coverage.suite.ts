import type { CheckContext } from '../../../harness/context.ts'
import { address } from '../../../harness/http/address.ts'
import { withBody, withHeader, withPath } from '../../../harness/http/faults.ts'
import { operations } from '../../../protocol/operations.ts'
import type { AuthenticatedOperation } from '../../support/authentication/authenticated-operation.ts'
import { onEveryOperation, send, sendControl } from '../../support/authentication/authenticated-operations.ts'

/** Finds another authenticated operation of the same role, and the fault that signs the path of this one instead. */
const signedForAnother = (context: CheckContext, operation: AuthenticatedOperation) => {
  const { role, path } = operations[operation.name]
  const names = Object.keys(operations) as (keyof typeof operations)[]
  const another = names.find(
    name => name !== operation.name && operations[name].role === role && operations[name].authenticated,
  )
  return { another: another ?? operation.name, tamper: withPath(address(context.run, path).path) }
}

/** The request signature covers body, timestamp, nonce and operation. Heading: Authentication. */
export const authenticationCoverage = onEveryOperation('authentication-signature', (clause, operation) => {
  const { name } = operation

  clause('AUTH-08', `${name} with the body changed after signing`, async context => {
    await sendControl(context, operation)
    const body = await operation.body(context)
    const tamper = withBody(JSON.stringify(operation.bodyWithOtherText(context, body)))
    await send(context, operation, body, { tamper }).expectRefusalWith('INVALID_SIGNATURE')
    await send(context, operation, operation.bodyWithOtherText(context, await operation.body(context))).asControl()
  })

  clause('AUTH-09', `${name} with the timestamp changed after signing`, async context => {
    await sendControl(context, operation)
    const timestamp = context.requestNow() - 1
    const tamper = withHeader('X-OC-Timestamp', String(timestamp + 1))
    const response = send(context, operation, operation.body(context), { timestamp, tamper })
    await response.expectRefusalWith('INVALID_SIGNATURE')
  })

  clause('AUTH-09', `${name} with the nonce changed after signing`, async context => {
    await sendControl(context, operation)
    const tamper = withHeader('X-OC-Nonce', context.fresh('n'))
    await send(context, operation, operation.body(context), { tamper }).expectRefusalWith('INVALID_SIGNATURE')
  })

  clause('AUTH-09', `${name} that was accepted, with another nonce`, async context => {
    const body = await operation.body(context)
    const sendOptions = { nonce: context.fresh('n'), timestamp: context.requestNow() }
    await send(context, operation, body, sendOptions).asControl()
    const tamper = withHeader('X-OC-Nonce', context.fresh('n'))
    await send(context, operation, body, { ...sendOptions, tamper }).expectRefusalWith('INVALID_SIGNATURE')
  })

  clause('AUTH-10', `${name} with the signature of another operation`, async context => {
    await sendControl(context, operation)
    const { another, tamper } = signedForAnother(context, operation)
    await context.call(another, operation.body(context), { as: operation.sender(context), tamper }).expectRefused()
  })
})
