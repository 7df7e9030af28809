/** AUTH-10 · The signature covers method and path: a signature made for one operation is refused at another. */

import type { CheckContext } from '../../../harness/context.ts'
import { address } from '../../../harness/http/address.ts'
import { withPath } from '../../../harness/http/faults.ts'
import { operations } from '../../../protocol/operations.ts'
import type { AuthenticatedOperation } from '../../support/authentication/authenticated-operation.ts'
import { onEveryOperation, sendControl } from '../../support/authentication/authenticated-operations.ts'

/** Finds another authenticated operation of the role, and returns the fault of signing its path instead. */
const signedForAnother = (context: CheckContext, operation: AuthenticatedOperation) => {
  const { role, path } = operations[operation.name]
  const names = Object.keys(operations) as (keyof typeof operations)[]
  const another = names.find(
    name => name !== operation.name && operations[name].role === role && operations[name].authenticated,
  )
  return { another: another ?? operation.name, tamper: withPath(address(context.run, path).path) }
}

onEveryOperation('authentication-signature', (clause, operation) =>
  clause('AUTH-10', `${operation.name} with the signature of another operation`, async context => {
    await sendControl(context, operation)
    const { another, tamper } = signedForAnother(context, operation)
    await context.call(another, operation.body(context), { as: operation.sender(context), tamper }).expectRefused()
  }),
)
