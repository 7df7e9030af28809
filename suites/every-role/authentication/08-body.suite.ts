/**
 * AUTH-08 · The signature covers the body: changing it after signing is refused with INVALID_SIGNATURE (which bytes are
 * covered is not shown, AUTH-21; that the body is not would harm everybody).
 */

import { withBody } from '../../../harness/http/faults.ts'
import { onEveryOperation, send, sendControl } from '../../support/authentication/authenticated-operations.ts'

/** Values that a program may hold instead of a body that it has not read, or could not read. */
const bodiesNotRead = ['', '{}', 'null', 'undefined', '[object Object]']

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
})
