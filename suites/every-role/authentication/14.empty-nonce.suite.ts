import { summary } from '../../../harness/http/pending-response.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import { onEveryOperation, send, sendControl } from '../../support/authentication/authenticated-operations.ts'

/** An empty nonce is a nonce like any other, where it is one. Heading: Authentication, X-OC-Nonce. */
export const emptyNonce = onEveryOperation('authentication-nonce', (clause, operation) => {
  const { name, isExecution } = operation

  clause('AUTH-14', `${name} twice with an empty nonce`, async context => {
    await sendControl(context, operation)
    const sendEmpty = async () => send(context, operation, operation.body(context), { nonce: '' })
    if (!isExecution(await sendEmpty())) notApplicable('The target refuses an empty nonce, as it may (AUTH-28).')
    const again = await sendEmpty()
    expectThat(!isExecution(again), `${name} is accepted twice with an empty nonce`, {
      expected: 'a refusal: the nonce is missing, or was used before',
      actual: summary(again),
      at: again,
    })
  })
})
