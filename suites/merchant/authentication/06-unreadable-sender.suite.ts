/** AUTH-06 · A request signature that does not verify is refused with INVALID_SIGNATURE. */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { generatePrivateKey } from '../../../protocol/signature/keys.ts'
import type { AuthenticatedOperation } from '../../support/authentication/authenticated-operation.ts'
import { send, sendControl } from '../../support/authentication/authenticated-operations.ts'
import { merchantOperations } from '../../support/merchant/authenticated-operations.ts'
import { withUnreliableIssuer } from '../../support/merchant/issuer-keys.ts'
import { unavailable } from '../../support/merchant/unavailable-metadata.ts'

const { clause } = defineSuite({ id: 'merchant-authentication', roles: ['merchant'], operations: ['metadata'] })

/** The document does not say how the key of a sender is found (AUTH-27), so the request does not verify with the registered key either. */
const expectForgeriesRefused = (context: CheckContext, operation: AuthenticatedOperation): Promise<void> =>
  withUnreliableIssuer(context, async as => {
    await sendControl(context, operation)
    for (const [what, behaviour] of Object.entries(unavailable)) {
      context.counterpart.misbehave(as.ocid, behaviour)
      const forged = await send(context, operation, operation.body(context), { as, key: generatePrivateKey() })
      expectThat(
        !operation.isExecution(forged),
        `a request signed by an unknown key is accepted while the metadata of its sender ${what}`,
        { expected: 'a refusal', actual: summary(forged), at: forged },
      )
    }
  })

for (const operation of merchantOperations)
  clause(
    'AUTH-06',
    {
      id: `${operation.name}-signed-by-an-unknown-key-while-the-metadata-of-its-sender-cannot-be-had`,
      title: `${operation.name} signed by an unknown key while the metadata of its sender is unavailable`,
    },
    context => expectForgeriesRefused(context, operation),
    { operations: [operation.name] },
  )
