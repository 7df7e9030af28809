/** FMT-04 · JSON answers are application/json and valid UTF-8 JSON. */

import { defineSuite } from '../../../harness/clause.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import { ownAmount } from '../../support/merchant/orders.ts'
import { sendProofControl } from '../../support/merchant/proofs.ts'
import { expectJson } from '../../support/wire-format/json-response.ts'

const { clause } = defineSuite({ id: 'merchant-wire-format', roles: ['merchant'], operations: ['transfer.webhook'] })

clause('FMT-04', 'rejection of a proof', async context => {
  const { gateway } = context
  await sendProofControl(context)
  const proof = gateway.proof(context.orderRequestOf(ownAmount(context)))
  const response = await context.deliver(gateway.signs(proof))
  if (!isSuccess(response)) notApplicable('The target refuses a proof of no order (WEBHOOK-08).')
  expectJson(response, 'a proof of no order')
})
