import fc from 'fast-check'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import { fromMinorUnits, toMinorUnits } from '../../../protocol/amount.ts'
import type { OrderRequest } from '../../../schemas/messages.ts'
import { unlessQuick } from '../../members/samples.ts'
import { orderSigned } from '../../support/merchant/orders.ts'
import { sendProofControl } from '../../support/merchant/proofs.ts'
import { expectLeftUnpaid, expectUnpaidAfter } from '../../support/merchant/unpaid-orders.ts'

/** No other amount pays an order, wherever it comes from. Heading: POST /transfer/webhook. */
const { clause } = defineSuite({
  id: 'webhook-amounts',
  roles: ['merchant'],
  operations: ['transfer.webhook'],
})

/** Hundredths of an amount: what was paid twice, in halves, with a tip, a tax or a fee. */
const usualPercents = [200, 50, 300, 110, 120, 119, 101, 99, 97, 90]

const anyPercents = fc.uniqueArray(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 6 })

clause.property<number[]>('WEBHOOK-07', 'any parts and multiples of the amount', async context => {
  await sendProofControl(context)
  return {
    arbitrary: () => anyPercents,
    examples: unlessQuick(context, [usualPercents]),
    runs: 3,
    test: (on, percents) =>
      expectLeftUnpaid(on, `${percents.join(', ')} % of the amount`, ({ amount, currency }) => {
        const units = toMinorUnits(amount, currency) ?? 100n
        const others = percents.map(percent => (units * BigInt(percent)) / 100n).filter(other => other !== units)
        return others.map(other => ({ amount: fromMinorUnits(other, currency) }))
      }),
  }
})

/** Minor units of two items, the first of which is ordered three times. */
const [first, second, pieces] = [7, 11, 3]

const requestOver = (context: CheckContext, units: number): OrderRequest => {
  const item = (id: string, quantity: number, price: number) => ({
    id,
    name: `Item ${id}`,
    quantity,
    price: context.money.amount(price),
  })
  const items = [item('item-1', pieces, first), item('item-2', 1, second)]
  return context.orderRequestOf({ amount: context.money.amount(units), items })
}

clause('WEBHOOK-07', 'amounts of the items of an order', async context => {
  await sendProofControl(context)
  if (context.run.items.length > 0) notApplicable('The target has a catalogue with prices of its own.')
  const sum = pieces * first + second
  const others = [first, second, first + second, pieces * first, sum]
  // A target may refuse items that do not add up.
  for (const due of [100, sum]) {
    const request = requestOver(context, due)
    const response = await context.createOrder(request)
    if (!isSuccess(response)) continue
    const changes = others.filter(other => other !== due).map(other => ({ amount: context.money.amount(other) }))
    const order = orderSigned(request, response.json)
    return expectUnpaidAfter(context, order, { what: 'an amount that stands in its items, or adds them up', changes })
  }
  return notApplicable('The target refuses orders of such items, as it may.')
})

/** Writes a proof with two amounts, as JSON that a parser may take or refuse. */
const withTwoAmounts = (body: object, signed: string, other: string): string[] => {
  const text = JSON.stringify(body)
  const member = (amount: string) => `"amount":${JSON.stringify(amount)}`
  return [
    text.replace(member(signed), `${member(other)},${member(signed)}`),
    text.replace(member(signed), `${member(signed)},${member(other)}`),
  ]
}

clause('WEBHOOK-07', 'proof of another amount in which that of the order stands as well', async context => {
  await sendProofControl(context)
  const { gateway, money } = context
  const due = context.orderRequestOf()
  const response = await context.createOrder(due).asControl()
  const order = orderSigned(due, response)
  const wrong = money.amount(1)
  const bodies = withTwoAmounts(gateway.signs(gateway.proof(order, { amount: wrong })), wrong, order.amount)
  for (const body of bodies) await context.call('transfer.webhook', body, { as: gateway })
  await expectUnpaidAfter(context, order, { what: 'an amount of which only the other one was signed', changes: [] })
})
