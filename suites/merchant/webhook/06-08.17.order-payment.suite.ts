import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { expectThat } from '../../../harness/outcome.ts'
import type { OrderRequest, SignedProof } from '../../../schemas/messages.ts'
import { unpaidOrder } from '../../support/merchant/orders.ts'
import { control, isRejectedWithMessage, isTaken, payingProof, pays, said } from '../../support/merchant/proofs.ts'
import { otherCurrency } from '../../support/merchant/signed-proof.ts'

/** POST /transfer/webhook: which proof pays an order, and what is answered to one that does not. */
export const webhookPayment = defineSuite({
  id: 'webhook-payment',
  roles: ['merchant'],
  operations: ['transfer.webhook'],
})
const { clause } = webhookPayment

const prove = ({ gateway }: CheckContext, order: OrderRequest, changes: object = {}): SignedProof =>
  gateway.signs(gateway.proof(order, changes))

clause('WEBHOOK-06', 'second proof of a paid order', async context => {
  const order = await unpaidOrder(context)
  await pays(context, prove(context, order))
  const second = prove(context, order)
  isRejectedWithMessage(await context.deliver(second), second, 'a second proof of a paid order')
})

clause('WEBHOOK-06', 'third proof, and then the order is paid still', async context => {
  const order = await unpaidOrder(context)
  await pays(context, prove(context, order))
  await context.deliver(prove(context, order))
  const third = prove(context, order)
  isRejectedWithMessage(await context.deliver(third), third, 'a third proof of a paid order')
})

/** Units that are not the 100 of an order. */
const wrongUnits = { 'one unit less': 99, 'one unit more': 101, 'a tenth': 10, 'ten times as much': 1000 }

/** A proof that does not pay; the right one afterwards has to be accepted. */
const leavesUnpaid = async (context: CheckContext, what: string, changes: (order: OrderRequest) => object) => {
  const order = await unpaidOrder(context)
  await context.deliver(prove(context, order, changes(order)))
  const response = await context.deliver(prove(context, order))
  expectThat(isTaken(response), `after a proof of ${what} the right one is not accepted`, {
    expected: '200 accepted',
    actual: said(response),
  })
}

for (const [what, units] of Object.entries(wrongUnits))
  clause('WEBHOOK-07', `proof of ${what}`, async context => {
    await control(context)
    await leavesUnpaid(context, what, () => ({ amount: context.money.amount(units) }))
  })

for (const [what, units] of Object.entries(wrongUnits))
  clause('WEBHOOK-17', `answer to ${what}`, async context => {
    await control(context)
    const body = prove(context, await unpaidOrder(context), { amount: context.money.amount(units) })
    isRejectedWithMessage(await context.deliver(body), body, `a proof of ${what}`)
  })

clause('WEBHOOK-08', 'another currency', async context => {
  await control(context)
  const currency = otherCurrency(context)
  const body = prove(context, await unpaidOrder(context), { currency })
  isRejectedWithMessage(await context.deliver(body), body, 'a proof in another currency')
  await leavesUnpaid(context, 'another currency', () => ({ currency }))
})

clause('WEBHOOK-08', 'order that does not exist', async context => {
  await control(context)
  const body = prove(context, context.orderRequestOf())
  isRejectedWithMessage(await context.deliver(body), body, 'a proof for an order that does not exist')
})

clause('WEBHOOK-08', 'no reference to an order', async context => {
  await control(context)
  const { proof } = await payingProof(context)
  for (const reference of [{ reference: '' }, {}]) {
    const to = { ocid: context.ocid, ...reference }
    const response = await context.deliver(context.gateway.signs({ ...proof, to }))
    expectThat(!isTaken(response), 'a proof without an order is accepted', {
      expected: 'a refusal, or a rejection',
      actual: said(response),
    })
  }
})
