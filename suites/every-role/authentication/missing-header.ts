import type { CheckContext } from '../../../harness/context.ts'
import { without } from '../../../harness/http/faults.ts'
import type { authenticationHeaders } from '../../../protocol/request/request.ts'
import { unlessQuick } from '../../members/samples.ts'
import type { AuthenticatedOperation } from '../../support/authentication/authenticated-operation.ts'
import { expectRefusedWithoutEffect, send, sendControl } from '../../support/authentication/authenticated-operations.ts'

/** Options to sign a request with another value of the missing header. */
const optionOf = { 'X-OC-ID': 'ocid', 'X-OC-Timestamp': 'timestamp', 'X-OC-Nonce': 'nonce' } as const

/** The values that careless readers see instead of a missing header. */
const textsOfNothing = ['', 'undefined', 'null', 'None']

/** Sends requests whose signature is right for a reader that fills in the missing header, with the value that the signer used. */
export const expectRefusedWithout = async (
  context: CheckContext,
  operation: AuthenticatedOperation,
  header: (typeof authenticationHeaders)[number],
) => {
  const tamper = without(header)
  await sendControl(context, operation)
  await expectRefusedWithoutEffect(context, { operation, tamper })
  if (header === 'X-OC-Signature') return
  for (const text of unlessQuick(context, textsOfNothing))
    await send(context, operation, operation.body(context), { [optionOf[header]]: text, tamper }).expectRefused()
}
