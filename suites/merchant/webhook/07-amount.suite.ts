/**
 * WEBHOOK-07 · An amount that is not the order's does not pay it: the right proof afterwards is accepted (the answer to
 * the wrong one: WEBHOOK-17).
 */

import { defineSuite } from '../../../harness/clause.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { agreesWith } from '../../../harness/model.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import { fromMinorUnits, toMinorUnits } from '../../../protocol/amount.ts'
import { someOf, unlessQuick } from '../../members/samples.ts'
import { sameDigits, similarIntegers } from '../../members/values/similar-numbers.ts'
import { knownOrders, type OrdersModel, startOrders, unpaidStep } from '../../support/merchant/order-model.ts'
import { orderSigned } from '../../support/merchant/orders.ts'
import { partsOf, tracesLess, tracesMore, wrongAmounts } from '../../support/merchant/other-amounts.ts'
import {
  deliverConclusively,
  describeProofResponse,
  isAcceptance,
  sendProofControl,
} from '../../support/merchant/proofs.ts'
import { expectLeftUnpaid, expectUnpaidAfter } from '../../support/merchant/unpaid-orders.ts'
import {
  anyPercents,
  first,
  largeOrder,
  pieces,
  requestOver,
  second,
  usualPercents,
  withTwoAmounts,
} from './07-amounts.ts'
import { noneTaken, orderIn, othersThan, units } from './currencies.ts'
import { withOneReference } from './one-reference.ts'
import { expectMinimalUnpaid } from './proofs.ts'

const { clause } = defineSuite({ id: 'webhook-currencies', roles: ['merchant'], operations: ['transfer.webhook'] })

clause('WEBHOOK-07', 'proofs of one minor unit more and less in currencies of other minor digits', async context => {
  const { gateway } = context
  await sendProofControl(context)
  let isTried = false
  for (const currency of othersThan(context.money.currency)) {
    const control = await orderIn(context, currency)
    // WEBHOOK-01 decides whether it is paid at all.
    if (!control || !isAcceptance(await context.deliver(gateway.signs(gateway.proof(control))))) continue
    const order = await orderIn(context, currency)
    if (!order) continue
    isTried = true
    const changes = [units - 1n, units + 1n].map(other => ({ amount: fromMinorUnits(other, currency) }))
    await expectUnpaidAfter(context, order, { what: `one minor unit of ${currency} more or less`, changes })
  }
  if (!isTried) notApplicable(noneTaken)
})

const members = defineSuite({ id: 'webhook-members', roles: ['merchant'], operations: ['transfer.webhook'] })

/** The optional member of a proof: a program may handle a proof with it differently. */
const memo = { memo: 'Conformance proof' }

members.clause('WEBHOOK-07', 'proof of another amount, and a memo', async context => {
  await sendProofControl(context)
  const amount = context.money.amount(99)
  await expectLeftUnpaid(context, 'another amount', () => ({ ...memo, amount }))
})

members.clause('WEBHOOK-07', 'proof of another amount, for an order without optional members', context =>
  expectMinimalUnpaid(context, { what: 'another amount', change: { amount: context.money.amount(99) } }),
)

const references = defineSuite({ id: 'webhook-references', roles: ['merchant'], operations: ['transfer.webhook'] })

references.clause('WEBHOOK-07', 'proof of the amount of another order with the same reference', async context => {
  await sendProofControl(context)
  const [first, order, last] = await withOneReference(context, [120, 130, 140])
  const changes = [first, last].map(({ amount }) => ({ amount }))
  await expectUnpaidAfter(context, order, { what: 'the amount of another order with the same reference', changes })
})

const alike = defineSuite({ id: 'webhook-alike', roles: ['merchant'], operations: ['transfer.webhook'] })

/** Returns different amounts that are similar to one. */
const amountsLike = ({ amount, currency }: { amount: string; currency: string }): string[] => {
  const units = Object.values(similarIntegers(toMinorUnits(amount, currency) ?? 1n))
  return [...sameDigits(amount), ...units.map(unit => fromMinorUnits(unit, currency))]
}

alike.clause.property<string[]>(
  'WEBHOOK-07',
  { id: 'amounts-that-are-alike', title: 'similar amounts' },
  async context => {
    await sendProofControl(context)
    const { money } = context
    const all = amountsLike({ amount: money.amount(), currency: money.currency })
    return {
      arbitrary: () => someOf(all),
      examples: unlessQuick(context, [all]),
      runs: 2,
      test: (on, amounts) =>
        expectLeftUnpaid(on, `${amounts.join(', ')} ${money.currency}`, () => amounts.map(amount => ({ amount }))),
    }
  },
)

const payment = defineSuite({ id: 'webhook-payment', roles: ['merchant'], operations: ['transfer.webhook'] })

for (const [index, [what, wrong]] of Object.entries(wrongAmounts).entries())
  payment.clause(
    'WEBHOOK-07',
    `proof of ${what}`,
    async context => {
      await sendProofControl(context)
      await expectLeftUnpaid(context, what, order => ({ amount: wrong(order) }))
    },
    { firstLook: index === 0 },
  )

payment.clause('WEBHOOK-07', 'proof of a trace more', async context => {
  await sendProofControl(context)
  await expectLeftUnpaid(context, 'a trace more', ({ amount }) => tracesMore(amount).map(more => ({ amount: more })))
})

payment.clause('WEBHOOK-07', 'proof of a trace less', async context => {
  await sendProofControl(context)
  await expectLeftUnpaid(context, 'a trace less', order => tracesLess(order).map(amount => ({ amount })))
})

payment.clause('WEBHOOK-07', 'proof of a large amount, one minor unit more', async context => {
  await sendProofControl(context)
  const large = await largeOrder(context)
  // A merchant need not accept such large orders.
  if (!large) return context.untried('A large amount: the target accepts no order of it, or no payment.')
  const changes = [{ amount: fromMinorUnits(large.units + 1n, context.money.currency) }]
  await expectUnpaidAfter(context, large.order, { what: 'one minor unit more', changes })
})

payment.clause('WEBHOOK-07', 'proofs of two parts', async context => {
  await sendProofControl(context)
  await expectLeftUnpaid(context, 'two parts', order => partsOf(order).map(amount => ({ amount })))
})

/** Delivers a proof of every unpaid order. */
const expectPayable = async (model: OrdersModel): Promise<void> => {
  for (const on of knownOrders(model)) {
    if (on.accepted.length > 0) continue
    const { context } = model
    const response = await deliverConclusively(context, context.gateway.signs(context.gateway.proof(on.order)))
    if (isAcceptance(response)) continue
    await sendProofControl(context)
    expectThat(false, 'the correct proof of an unpaid order is not accepted', {
      expected: '200 accepted: no earlier proof paid it',
      actual: describeProofResponse(response),
    })
  }
}

payment.clause.model(
  'WEBHOOK-07',
  'payable after any series of wrong proofs',
  agreesWith({
    start: startOrders,
    step: unpaidStep,
    atLast: 'every order that is unpaid is proven',
    end: expectPayable,
    most: 8,
    runs: 8,
    areIndependent: true,
  }),
  { operations: ['orders.create', 'transfer.webhook'] },
)

const amounts = defineSuite({ id: 'webhook-amounts', roles: ['merchant'], operations: ['transfer.webhook'] })

amounts.clause.property<number[]>('WEBHOOK-07', 'any parts and multiples of the amount', async context => {
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

amounts.clause('WEBHOOK-07', 'amounts of the items of an order', async context => {
  await sendProofControl(context)
  if (context.run.items.length > 0) notApplicable('The target has a catalogue with fixed prices.')
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
  return notApplicable('The target refuses orders of such items, which is allowed.')
})

amounts.clause('WEBHOOK-07', 'proof of another amount in which that of the order stands as well', async context => {
  await sendProofControl(context)
  const { gateway, money } = context
  const due = context.orderRequestOf()
  const response = await context.createOrder(due).asControl()
  const order = orderSigned(due, response)
  const wrong = money.amount(1)
  const bodies = withTwoAmounts(gateway.signs(gateway.proof(order, { amount: wrong })), wrong, order.amount)
  for (const body of bodies) await context.call('transfer.webhook', body, { as: gateway })
  await expectUnpaidAfter(context, order, {
    what: 'the due amount next to another, which alone was signed',
    changes: [],
  })
})
