import type { PaidOrder } from '../../../harness/actors/issuer.ts'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isRefusedWith4xx, isSuccess } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { fromMinorUnits } from '../../../protocol/amount.ts'
import type { SignedProof } from '../../../schemas/messages.ts'
import { minimalRequest, orderSigned, ownAmount, unpaidOrder } from '../../support/merchant/orders.ts'
import { largeUnits, partsOf, tracesLess, tracesMore, wrongAmounts } from '../../support/merchant/other-amounts.ts'
import {
  describeProofResponse,
  expectRejection,
  isAcceptance,
  payAsControl,
  provesAcceptance,
  sendProofControl,
} from '../../support/merchant/proofs.ts'
import { otherCurrency } from '../../support/merchant/signed-proof.ts'
import { expectLeftUnpaid, expectUnpaidAfter } from '../../support/merchant/unpaid-orders.ts'

/** Which proofs pay an order, and how others are rejected. Heading: POST /transfer/webhook. */
const { clause } = defineSuite({
  id: 'webhook-payment',
  roles: ['merchant'],
  operations: ['transfer.webhook'],
})

const proofOf = ({ gateway }: CheckContext, order: PaidOrder, changes: object = {}): SignedProof =>
  gateway.signs(gateway.proof(order, changes))

clause(
  'WEBHOOK-06',
  'second proof of a paid order',
  async context => {
    const order = await unpaidOrder(context)
    await payAsControl(context, proofOf(context, order))
    const second = proofOf(context, order)
    expectRejection(await context.deliver(second), second, 'a second proof of a paid order')
  },
  { firstLook: true },
)

clause('WEBHOOK-06', 'third proof, and then the order is paid still', async context => {
  const order = await unpaidOrder(context)
  await payAsControl(context, proofOf(context, order))
  await context.deliver(proofOf(context, order))
  const third = proofOf(context, order)
  expectRejection(await context.deliver(third), third, 'a third proof of a paid order')
})

for (const [index, [what, wrong]] of Object.entries(wrongAmounts).entries())
  clause(
    'WEBHOOK-07',
    `proof of ${what}`,
    async context => {
      await sendProofControl(context)
      await expectLeftUnpaid(context, what, order => ({ amount: wrong(order) }))
    },
    { firstLook: index === 0 },
  )

clause('WEBHOOK-07', 'proof of a trace more', async context => {
  await sendProofControl(context)
  await expectLeftUnpaid(context, 'a trace more', ({ amount }) => tracesMore(amount).map(more => ({ amount: more })))
})

clause('WEBHOOK-07', 'proof of a trace less', async context => {
  await sendProofControl(context)
  await expectLeftUnpaid(context, 'a trace less', order => tracesLess(order).map(amount => ({ amount })))
})

/** Creates an order of so many minor units; `undefined` if the merchant does not take it. */
const orderOver = async (context: CheckContext, units: bigint): Promise<PaidOrder | undefined> => {
  const request = { ...minimalRequest(context), amount: fromMinorUnits(units, context.money.currency) }
  const response = await context.createOrder(request)
  return isSuccess(response) ? orderSigned(request, response.json) : undefined
}

/** Returns an order of the largest amount that the merchant takes, and takes payments of; `undefined` if there is none. */
const largeOrder = async (context: CheckContext) => {
  for (const units of largeUnits) {
    const control = await orderOver(context, units)
    if (!control || !isAcceptance(await context.deliver(proofOf(context, control)))) continue
    const order = await orderOver(context, units)
    if (order) return { order, units }
  }
  return undefined
}

clause('WEBHOOK-07', 'proof of a large amount, one minor unit more', async context => {
  await sendProofControl(context)
  const large = await largeOrder(context)
  // A merchant need not take orders this large.
  if (!large) return context.untried('A large amount: the target takes no order of it, or no payment.')
  const changes = [{ amount: fromMinorUnits(large.units + 1n, context.money.currency) }]
  await expectUnpaidAfter(context, large.order, { what: 'one minor unit more', changes })
})

clause('WEBHOOK-07', 'proofs of two parts', async context => {
  await sendProofControl(context)
  await expectLeftUnpaid(context, 'two parts', order => partsOf(order).map(amount => ({ amount })))
})

for (const [what, wrong] of Object.entries(wrongAmounts))
  clause('WEBHOOK-17', `answer to ${what}`, async context => {
    await sendProofControl(context)
    const order = await unpaidOrder(context)
    const body = proofOf(context, order, { amount: wrong(order) })
    expectRejection(await context.deliver(body), body, `a proof of ${what}`)
  })

clause('WEBHOOK-08', 'another currency', async context => {
  await sendProofControl(context)
  const currency = otherCurrency(context)
  const body = proofOf(context, await unpaidOrder(context), { currency })
  const response = await context.deliver(body)
  // A currency that the target does not know may be refused for its form.
  if (!isRefusedWith4xx(response)) expectRejection(response, body, 'a proof in another currency')
})

clause(
  'WEBHOOK-18',
  'proof in another currency',
  async context => {
    await sendProofControl(context)
    await expectLeftUnpaid(context, 'another currency', () => ({ currency: otherCurrency(context) }))
  },
  { firstLook: true },
)

clause('WEBHOOK-08', 'order that does not exist', async context => {
  await sendProofControl(context)
  const body = proofOf(context, context.orderRequestOf(ownAmount(context)))
  expectRejection(await context.deliver(body), body, 'a proof for an order that does not exist')
})

clause('WEBHOOK-08', 'no reference to an order', async context => {
  await sendProofControl(context)
  const { proof } = proofOf(context, await unpaidOrder(context, ownAmount(context)))
  for (const reference of [{ reference: '' }, {}]) {
    const to = { ocid: context.ocid, ...reference }
    const response = await context.deliver(context.gateway.signs({ ...proof, to }))
    expectThat(!provesAcceptance(response), 'a proof without an order is accepted', {
      expected: 'a refusal or a rejection',
      actual: describeProofResponse(response),
    })
  }
})
