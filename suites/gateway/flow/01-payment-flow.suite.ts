/**
 * FLOW-01 · App creates an order at the merchant, the gateway takes it, the customer pays, the merchant accepts the
 * proof, verify agrees with all of it.
 */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { expectSignedByTarget } from '../../../harness/http/target-signature.ts'
import { expectSame, expectThat } from '../../../harness/outcome.ts'
import { isSameAmount } from '../../../protocol/amount.ts'
import { textOf } from '../../../protocol/json/any-json.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { openSession } from '../../support/gateway/hosted-page/checkout-session.ts'
import { payForProof } from '../../support/gateway/hosted-page/session-notifications.ts'
import { expectCompletedAtVerify } from '../../support/gateway/transactions.ts'

const { clause } = defineSuite({ id: 'gateway-flow', roles: ['gateway'], operations: ['verify'] })

const orderOver = ({ money }: CheckContext, units: number) => {
  const amount = money.amount(units)
  return { amount, items: [{ id: 'item-1', name: 'Conformance item', price: amount, quantity: 1 }] }
}

clause(
  'FLOW-01',
  'order, hosted payment, proof, verify',
  async context => {
    // Not a whole number, and 434 as int(4.35 * 100): it reveals an amount that is rounded on the way.
    const session = await openSession(context, { order: orderOver(context, 435) })
    const { proof, signature } = await payForProof(context, session)
    const { order, merchant } = session
    expectSame(memberOf(proof.to, 'ocid'), merchant.ocid, 'the recipient in the proof for the merchant')
    expectSame(memberOf(proof.to, 'reference'), order.id, 'the order id in the proof for the merchant')
    expectSame(proof.currency, order.currency, 'the currency in the proof for the merchant')
    const isAmount = isSameAmount(textOf(proof.amount), order.amount)
    expectThat(isAmount, 'the proof for the merchant has another amount', {
      expected: order.amount,
      actual: proof.amount ?? 'no amount',
    })
    expectSignedByTarget(context, 'the proof for the merchant', { payload: proof, signature })
    await expectCompletedAtVerify(context, proof)
  },
  { operations: ['orders.checkout', 'verify'] },
)
