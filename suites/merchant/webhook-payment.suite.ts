import type { OrderRequest, SignedProof } from '../../schemas/messages.ts'
import { defineSuite } from '../harness/clause.ts'
import { holds } from '../harness/outcome.ts'
import type { Stage } from '../harness/stage.ts'
import { unpaidOrder } from './orders.ts'
import { control, isRejectedWithMessage, isTaken, payingProof, pays, said } from './proofs.ts'
import { otherCurrency } from './verified-proof.ts'

/** POST /transfer/webhook: which proof pays an order, and what is answered to one that does not. */
export const webhookPayment = defineSuite({
  id: 'webhook-payment',
  roles: ['merchant'],
  operations: ['transfer.webhook'],
})
const { clause } = webhookPayment

const prove = ({ gateway }: Stage, order: OrderRequest, changes: object = {}): SignedProof =>
  gateway.signs(gateway.proof(order, changes))

clause('WEBHOOK-06', 'second proof of a paid order', async stage => {
  const order = await unpaidOrder(stage)
  await pays(stage, prove(stage, order))
  const second = prove(stage, order)
  isRejectedWithMessage(await stage.deliver(second), second, 'a second proof of a paid order')
})

clause('WEBHOOK-06', 'third proof, and then the order is paid still', async stage => {
  const order = await unpaidOrder(stage)
  await pays(stage, prove(stage, order))
  await stage.deliver(prove(stage, order))
  const third = prove(stage, order)
  isRejectedWithMessage(await stage.deliver(third), third, 'a third proof of a paid order')
})

/** Units that are not the 100 of an order. */
const wrongUnits = { 'one unit less': 99, 'one unit more': 101, 'a tenth': 10, 'ten times as much': 1000 }

/** A proof that does not pay; the right one afterwards has to be accepted. */
const leavesUnpaid = async (stage: Stage, what: string, changes: (order: OrderRequest) => object) => {
  const order = await unpaidOrder(stage)
  await stage.deliver(prove(stage, order, changes(order)))
  const answer = await stage.deliver(prove(stage, order))
  holds(isTaken(answer), `after a proof of ${what} the right one is not accepted`, {
    expected: '200 accepted',
    actual: said(answer),
  })
}

for (const [what, units] of Object.entries(wrongUnits))
  clause('WEBHOOK-07', `proof of ${what}`, async stage => {
    await control(stage)
    await leavesUnpaid(stage, what, () => ({ amount: stage.money.amount(units) }))
  })

for (const [what, units] of Object.entries(wrongUnits))
  clause('WEBHOOK-17', `answer to ${what}`, async stage => {
    await control(stage)
    const body = prove(stage, await unpaidOrder(stage), { amount: stage.money.amount(units) })
    isRejectedWithMessage(await stage.deliver(body), body, `a proof of ${what}`)
  })

clause('WEBHOOK-08', 'another currency', async stage => {
  await control(stage)
  const currency = otherCurrency(stage)
  const body = prove(stage, await unpaidOrder(stage), { currency })
  isRejectedWithMessage(await stage.deliver(body), body, 'a proof in another currency')
  await leavesUnpaid(stage, 'another currency', () => ({ currency }))
})

clause('WEBHOOK-08', 'order that does not exist', async stage => {
  await control(stage)
  const body = prove(stage, stage.orderRequestOf())
  isRejectedWithMessage(await stage.deliver(body), body, 'a proof for an order that does not exist')
})

clause('WEBHOOK-08', 'no reference to an order', async stage => {
  await control(stage)
  const { proof } = await payingProof(stage)
  for (const reference of [{ reference: '' }, {}]) {
    const to = { ocid: stage.ocid, ...reference }
    const answer = await stage.deliver(stage.gateway.signs({ ...proof, to }))
    holds(!isTaken(answer), 'a proof without an order is accepted', {
      expected: 'a refusal, or a rejection',
      actual: said(answer),
    })
  }
})
