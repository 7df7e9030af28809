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

/** What a program has in place of a body that it has not read yet, or that it could not read. */
const bodiesNotRead = ['', '{}', 'null', 'undefined', '[object Object]']

/** What it has in place of a header. */
const headersNotRead = ['', 'undefined']

/** The request signature covers body, timestamp, nonce and operation. Heading: Authentication. */
onEveryOperation('authentication-signature', (clause, operation) => {
  const { name } = operation

  clause('AUTH-08', `${name} with the body changed after signing`, async context => {
    await sendControl(context, operation)
    const body = await operation.body(context)
    const tamper = withBody(JSON.stringify(operation.bodyWithOtherText(context, body)))
    await send(context, operation, body, { tamper }).expectRefusalWith('INVALID_SIGNATURE')
    await send(context, operation, operation.bodyWithOtherText(context, await operation.body(context))).asControl()
  })

  clause('AUTH-08', `${name} signed for a body that was not read`, async context => {
    await sendControl(context, operation)
    const tamper = withBody(JSON.stringify(await operation.body(context)))
    for (const signed of bodiesNotRead)
      await send(context, operation, signed, { tamper }).expectRefusalWith('INVALID_SIGNATURE')
  })

  clause('AUTH-09', `${name} signed for a timestamp or a nonce that was not read`, async context => {
    await sendControl(context, operation)
    const timestamp = String(context.requestNow())
    for (const signed of headersNotRead) {
      const withTimestamp = { timestamp: signed, tamper: withHeader('X-OC-Timestamp', timestamp) }
      const withNonce = { timestamp, nonce: signed, tamper: withHeader('X-OC-Nonce', context.fresh('n')) }
      for (const sendOptions of [withTimestamp, withNonce])
        await send(context, operation, operation.body(context), sendOptions).expectRefusalWith('INVALID_SIGNATURE')
    }
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
