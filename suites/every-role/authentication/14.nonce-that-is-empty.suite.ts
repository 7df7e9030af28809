import { summary } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { onEveryOperation, send, sendControl } from '../../support/authentication/authenticated-operations.ts'

/** An empty nonce is a nonce like any other, where it is one. Heading: Authentication, X-OC-Nonce. */
onEveryOperation('authentication-nonce', (clause, operation) => {
  const { name, isExecution } = operation

  clause('AUTH-14', `${name} twice with an empty nonce`, async context => {
    await sendControl(context, operation)
    const sendEmpty = async () => send(context, operation, operation.body(context), { nonce: '' })
    // A target may refuse an empty nonce (AUTH-28), and then takes none of them twice.
    if (!isExecution(await sendEmpty())) return
    const again = await sendEmpty()
    expectThat(!isExecution(again), `${name} is accepted twice with an empty nonce`, {
      expected: 'a refusal: the nonce is missing, or was used before',
      actual: summary(again),
      at: again,
    })
  })
})
