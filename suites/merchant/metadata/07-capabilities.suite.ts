/**
 * META-07 · Every declared capability whose request the document shows for this role (orders.checkout, transfer.create,
 * payment.create, verify.txid, kyc.grant) is really answered: not 405 or 501, and not 404 but for verify's
 * TXID_NOT_FOUND. payment.settle, transfer.webhook on a gateway, kyc.validate, kyc.data: observed only (META-17).
 */

import { declaredCapabilities } from '../../../harness/capabilities.ts'
import { defineSuite } from '../../../harness/clause.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import { operations } from '../../../protocol/operations.ts'
import { authenticatedOperations, send } from '../../support/authentication/authenticated-operations.ts'
import { isAnswered } from '../../support/reachability.ts'

const { clause } = defineSuite({ id: 'merchant-metadata', roles: ['merchant'], operations: ['metadata'] })

for (const operation of ['orders.create', 'transfer.webhook'] as const)
  clause(
    'META-07',
    `declared ${operation} answered`,
    async context => {
      const authenticated = authenticatedOperations.find(({ name }) => name === operation)
      if (!authenticated || !declaredCapabilities(context.run)?.includes(operation))
        return notApplicable(
          `The target does not declare ${operation}, and the document does not list a name for it (META-15).`,
        )
      const response = await send(context, authenticated, authenticated.body(context))
      expectThat(isAnswered(response), `${operation} is declared but does not respond`, {
        expected: `a response of ${operations[operation].path}: not 404, 405 or 501`,
        actual: summary(response),
      })
    },
    { operations: ['metadata', operation] },
  )
