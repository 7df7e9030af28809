import type { CheckContext } from '../../../harness/context.ts'
import { inPieces } from '../../../harness/http/faults.ts'
import { codeOf, summary } from '../../../harness/http/pending-response.ts'
import type { SendOptions } from '../../../harness/http/target.ts'
import { expectThat } from '../../../harness/outcome.ts'
import type { JsonObject } from '../../../protocol/json/json.ts'
import type { AuthenticatedOperation } from '../../support/authentication/authenticated-operation.ts'
import { onEveryOperation, send, sendControl } from '../../support/authentication/authenticated-operations.ts'

/** Characters of a text: more than a buffer, and than what comes at once. */
const longTexts: readonly number[] = [5_000, 100_000]

type Sending = { what: string; body: JsonObject; sendOptions?: Partial<SendOptions> }

/** Returns correct requests whose bodies do not come as one piece of an ordinary length. */
const unusualBodies = async (context: CheckContext, operation: AuthenticatedOperation): Promise<Sending[]> => [
  ...(await Promise.all(
    longTexts.map(async length => ({
      what: `a text of ${length} characters`,
      body: await operation.bodyWith(context, { path: operation.textPath, value: 'x'.repeat(length) }),
    })),
  )),
  { what: 'a body in pieces', body: await operation.body(context), sendOptions: { tamper: inPieces } },
]

/** A signature is made over the whole body, however long it is and however it comes. Heading: Authentication. */
onEveryOperation('authentication-body', (clause, operation) => {
  clause('AUTH-01', `${operation.name} with a long body, and one in pieces`, async context => {
    await sendControl(context, operation)
    for (const { what, body, sendOptions } of await unusualBodies(context, operation)) {
      const response = await send(context, operation, body, sendOptions)
      // No limit is shown: a target may refuse what is too long for it, but not for its signature.
      expectThat(codeOf(response) !== 'INVALID_SIGNATURE', `a correct signature is refused with ${what}`, {
        expected: 'accepted, or refused for another reason',
        actual: summary(response),
        at: response,
      })
    }
  })
})
