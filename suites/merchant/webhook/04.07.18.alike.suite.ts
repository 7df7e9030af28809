import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { fromMinorUnits, toMinorUnits } from '../../../protocol/amount.ts'
import { someOf, unlessQuick } from '../../members/samples.ts'
import { alikeCurrencies, otherCurrencies } from '../../members/values/alike-currencies.ts'
import { alikeIntegers, sameDigits } from '../../members/values/alike-numbers.ts'
import { unpaidOrder } from '../../support/merchant/orders.ts'
import { describeProofResponse, payAsControl, sendProofControl } from '../../support/merchant/proofs.ts'
import { expectLeftUnpaid } from '../../support/merchant/unpaid-orders.ts'

/** What is like the recipient, the amount or the currency of an order is not the same. Heading: POST /transfer/webhook. */
export const webhookTwinProofs = defineSuite({
  id: 'webhook-alike',
  roles: ['merchant'],
  operations: ['transfer.webhook'],
})
const { clause } = webhookTwinProofs

/** Returns other amounts than one that are like it. */
const amountsLike = ({ amount, currency }: { amount: string; currency: string }): string[] => {
  const units = Object.values(alikeIntegers(toMinorUnits(amount, currency) ?? 1n))
  return [...sameDigits(amount), ...units.map(unit => fromMinorUnits(unit, currency))]
}

clause.property<string[]>('WEBHOOK-07', 'amounts that are alike', async context => {
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
})

clause.property<string[]>('WEBHOOK-18', 'any other currencies', async context => {
  await sendProofControl(context)
  const own = context.money.currency
  const [others, alike] = [otherCurrencies(own), alikeCurrencies(own)]
  return {
    arbitrary: () => someOf(others),
    examples: alike.length > 0 ? unlessQuick(context, [alike]) : [],
    runs: 5,
    test: (on, drawn) => expectLeftUnpaid(on, drawn.join(', '), () => drawn.map(currency => ({ currency }))),
  }
})

/** Fails the clause unless a proof for another recipient is refused. A target may refuse its OCID for what it is. */
const expectRefused = async (context: CheckContext, ocids: readonly number[]) => {
  const { gateway } = context
  const order = await unpaidOrder(context)
  for (const ocid of ocids) {
    const proof = gateway.proof(order, { to: { ocid, reference: order.id } })
    const response = await context.deliver(gateway.signs(proof))
    expectThat(!isSuccess(response), `a proof for ${ocid} is not refused`, {
      expected: `400 INVALID_PROOF: the merchant is ${context.ocid}`,
      actual: describeProofResponse(response),
    })
  }
  await payAsControl(context, gateway.signs(gateway.proof(order)))
}

clause.property<string[]>('WEBHOOK-04', 'recipients that are alike', async context => {
  await sendProofControl(context)
  const alike = alikeIntegers(BigInt(context.ocid))
  const names = Object.keys(alike)
  return {
    arbitrary: () => someOf(names),
    examples: unlessQuick(context, [names]),
    runs: 2,
    test: (on, drawn) =>
      expectRefused(
        on,
        drawn.map(name => Number(alike[name])),
      ),
  }
})
