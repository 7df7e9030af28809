/** AUTH-07 · A request signed with the key of another OCID is refused with INVALID_SIGNATURE. */

import type { CheckContext } from '../../../harness/context.ts'
import { codeOf, isRefusal, summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import type { PrivateKey } from '../../../protocol/signature/keys.ts'
import type { AuthenticatedOperation } from '../../support/authentication/authenticated-operation.ts'
import {
  expectRefusedWithoutEffect,
  onEveryOperation,
  send,
  sendControl,
} from '../../support/authentication/authenticated-operations.ts'

/** Returns whether a caller is refused before the signature is checked: its own key gets the same response. */
const isRefusedAnyway = (response: HttpResponse, withOwnKey: HttpResponse): boolean =>
  isRefusal(response) && codeOf(response) !== 'INVALID_SIGNATURE' && summary(response) === summary(withOwnKey)

/** Fails the clause if a request signed by one caller is accepted as that of another. */
const expectOwnName = async (context: CheckContext, operation: AuthenticatedOperation) => {
  await sendControl(context, operation)
  const { key } = operation.sender(context)
  const others = operation.otherCallers(context)
  for (const other of others) {
    const sendAs = (signer: PrivateKey) => send(context, operation, operation.body(context), { as: other, key: signer })
    const response = sendAs(key)
    if (isRefusedAnyway(await response, await sendAs(other.key))) continue
    await response.expectRefusalWith('INVALID_SIGNATURE')
    return
  }
  const ids = others.map(({ id }) => id).join(' or ')
  notApplicable(`The target does not accept ${ids} as a caller of this operation, with any signature.`)
}

onEveryOperation('authentication-signature', (clause, operation) => {
  const { name } = operation

  clause('AUTH-07', `${name} signed by another known OCID`, async context => {
    await sendControl(context, operation)
    for (const { key } of operation.otherCallers(context))
      await expectRefusedWithoutEffect(context, { operation, key }, 'INVALID_SIGNATURE')
  })

  clause('AUTH-07', `${name} in the name of another known OCID`, context => expectOwnName(context, operation))
})
