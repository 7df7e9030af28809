/**
 * WEBHOOK-08 · Nor does another currency (or refused with a 4xx, where the target does not know it), or a reference to
 * an order that does not exist: rejected with a message.
 */

import { defineSuite } from '../../../harness/clause.ts'
import { isRefusedWith4xx } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { ownAmount, unpaidOrder } from '../../support/merchant/orders.ts'
import {
  describeProofResponse,
  expectNotAccepted,
  expectRejection,
  provesAcceptance,
  sendProofControl,
} from '../../support/merchant/proofs.ts'
import { otherCurrency } from '../../support/merchant/signed-proof.ts'
import { signedProofOf } from './proofs.ts'

const { clause } = defineSuite({ id: 'webhook-end', roles: ['merchant'], operations: ['transfer.webhook'] })

/** Another check may still create an order between the two requests. */
const tries = 3

clause('WEBHOOK-08', 'proof of no order over the amount of the last one', async context => {
  const { gateway } = context
  await sendProofControl(context)
  context.atEndOfRun(async () => {
    for (let left = tries; left > 0; left--) {
      const order = await unpaidOrder(context, ownAmount(context))
      const proof = gateway.proof({ ...order, id: context.fresh('no-order') })
      expectNotAccepted(
        await context.deliver(gateway.signs(proof)),
        'a proof of no order over the amount of the last one',
      )
    }
  })
})

const payment = defineSuite({ id: 'webhook-payment', roles: ['merchant'], operations: ['transfer.webhook'] })

payment.clause('WEBHOOK-08', 'another currency', async context => {
  await sendProofControl(context)
  const currency = otherCurrency(context)
  const body = signedProofOf(context, await unpaidOrder(context), { currency })
  const response = await context.deliver(body)
  // An unknown currency may be refused for its form.
  if (!isRefusedWith4xx(response)) expectRejection(response, body, 'a proof in another currency')
})

payment.clause('WEBHOOK-08', 'order that does not exist', async context => {
  await sendProofControl(context)
  const body = signedProofOf(context, context.orderRequestOf(ownAmount(context)))
  expectRejection(await context.deliver(body), body, 'a proof for an order that does not exist')
})

payment.clause('WEBHOOK-08', 'no reference to an order', async context => {
  await sendProofControl(context)
  const { proof } = signedProofOf(context, await unpaidOrder(context, ownAmount(context)))
  for (const reference of [{ reference: '' }, {}]) {
    const to = { ocid: context.ocid, ...reference }
    const response = await context.deliver(context.gateway.signs({ ...proof, to }))
    expectThat(!provesAcceptance(response), 'a proof without an order is accepted', {
      expected: 'a refusal or a rejection',
      actual: describeProofResponse(response),
    })
  }
})
