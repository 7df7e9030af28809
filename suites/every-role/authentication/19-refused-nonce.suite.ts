/**
 * AUTH-19 · A refused request does not use up its nonce for somebody else: an attacker without the key cannot burn a
 * caller's nonce.
 */

import type { CheckContext } from '../../../harness/context.ts'
import { without } from '../../../harness/http/faults.ts'
import { codeOf, isSuccess } from '../../../harness/http/pending-response.ts'
import type { SendOptions } from '../../../harness/http/signed-call.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import { generatePrivateKey } from '../../../protocol/signature/keys.ts'
import type { AuthenticatedOperation } from '../../support/authentication/authenticated-operation.ts'
import { onEveryOperation, send, sendControl } from '../../support/authentication/authenticated-operations.ts'
import { isUnrelated, undecided } from '../../support/probe.ts'

/** An attacker sends the nonce first; the caller's own request with it must still be accepted. */
const expectNonceUsable = async (
  context: CheckContext,
  operation: AuthenticatedOperation,
  attack: Partial<SendOptions>,
) => {
  await sendControl(context, operation)
  const nonce = context.fresh('n')
  const attacked = await send(context, operation, operation.body(context), { nonce, ...attack })
  if (isSuccess(attacked)) notApplicable("The target accepts the attacker's request (AUTH-05, AUTH-06).")
  const response = send(context, operation, operation.body(context), { nonce })
  const refusal = await response
  // Only NONCE_REUSED proves that the attacker used it up.
  if (isUnrelated(refusal) && codeOf(refusal) !== 'NONCE_REUSED') undecided('Whether the nonce is used up', refusal)
  await response.expectProcessed()
}

onEveryOperation('authentication-nonce', (clause, operation) => {
  const { name } = operation

  clause('AUTH-19', `${name} after its nonce came with a wrong signature`, context =>
    expectNonceUsable(context, operation, { key: generatePrivateKey() }),
  )

  clause('AUTH-19', `${name} after its nonce came without a signature`, context =>
    expectNonceUsable(context, operation, { tamper: without('X-OC-Signature') }),
  )
})
