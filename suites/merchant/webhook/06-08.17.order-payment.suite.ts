import type { PaidOrder } from '../../../harness/actors/issuer.ts'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { expectThat } from '../../../harness/outcome.ts'
import type { SignedProof } from '../../../schemas/messages.ts'
import { unpaidOrder } from '../../support/merchant/orders.ts'
import {
  describeProofResponse,
  expectRejection,
  isAcceptance,
  payAsControl,
  payingProof,
  sendProofControl,
} from '../../support/merchant/proofs.ts'
import { otherCurrency } from '../../support/merchant/signed-proof.ts'

/** Which proofs pay an order, and how others are rejected. Heading: POST /transfer/webhook. */
export const webhookPayment = defineSuite({
  id: 'webhook-payment',
  roles: ['merchant'],
  operations: ['transfer.webhook'],
})
const { clause } = webhookPayment

const proofOf = ({ gateway }: CheckContext, order: PaidOrder, changes: object = {}): SignedProof =>
  gateway.signs(gateway.proof(order, changes))

clause('WEBHOOK-06', 'second proof of a paid order', async context => {
  const order = await unpaidOrder(context)
  await payAsControl(context, proofOf(context, order))
  const second = proofOf(context, order)
  expectRejection(await context.deliver(second), second, 'a second proof of a paid order')
})

clause('WEBHOOK-06', 'third proof, and then the order is paid still', async context => {
  const order = await unpaidOrder(context)
  await payAsControl(context, proofOf(context, order))
  await context.deliver(proofOf(context, order))
  const third = proofOf(context, order)
  expectRejection(await context.deliver(third), third, 'a third proof of a paid order')
})

/** Units other than the 100 of an order. */
const wrongUnits = { 'one unit less': 99, 'one unit more': 101, 'a tenth': 10, 'ten times as much': 1000 }

/** Delivers a proof that does not pay; a correct one afterwards must be accepted. */
const expectLeftUnpaid = async (context: CheckContext, what: string, changes: (order: PaidOrder) => object) => {
  const order = await unpaidOrder(context)
  await context.deliver(proofOf(context, order, changes(order)))
  const response = await context.deliver(proofOf(context, order))
  expectThat(isAcceptance(response), `after a proof of ${what}, the correct one is not accepted`, {
    expected: '200 accepted',
    actual: describeProofResponse(response),
  })
}

for (const [what, units] of Object.entries(wrongUnits))
  clause('WEBHOOK-07', `proof of ${what}`, async context => {
    await sendProofControl(context)
    await expectLeftUnpaid(context, what, () => ({ amount: context.money.amount(units) }))
  })

for (const [what, units] of Object.entries(wrongUnits))
  clause('WEBHOOK-17', `answer to ${what}`, async context => {
    await sendProofControl(context)
    const body = proofOf(context, await unpaidOrder(context), { amount: context.money.amount(units) })
    expectRejection(await context.deliver(body), body, `a proof of ${what}`)
  })

clause('WEBHOOK-08', 'another currency', async context => {
  await sendProofControl(context)
  const currency = otherCurrency(context)
  const body = proofOf(context, await unpaidOrder(context), { currency })
  expectRejection(await context.deliver(body), body, 'a proof in another currency')
  await expectLeftUnpaid(context, 'another currency', () => ({ currency }))
})

clause('WEBHOOK-08', 'order that does not exist', async context => {
  await sendProofControl(context)
  const body = proofOf(context, context.orderRequestOf())
  expectRejection(await context.deliver(body), body, 'a proof for an order that does not exist')
})

clause('WEBHOOK-08', 'no reference to an order', async context => {
  await sendProofControl(context)
  const { proof } = await payingProof(context)
  for (const reference of [{ reference: '' }, {}]) {
    const to = { ocid: context.ocid, ...reference }
    const response = await context.deliver(context.gateway.signs({ ...proof, to }))
    expectThat(!isAcceptance(response), 'a proof without an order is accepted', {
      expected: 'a refusal or a rejection',
      actual: describeProofResponse(response),
    })
  }
})
