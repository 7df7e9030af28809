import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { expectSignedByTarget, member } from '../../../harness/http/target-signature.ts'
import { expectSame, expectThat } from '../../../harness/outcome.ts'
import { isSameAmount } from '../../../protocol/amount.ts'
import type { JsonObject } from '../../../protocol/json.ts'
import { openSession, paidProof } from '../../support/gateway/checkout-session.ts'
import { namedOrder, proofOf, txidOf } from '../../support/gateway/transactions.ts'
import { whereDeclared } from '../../support/parametrize.ts'

const suite = defineSuite({ id: 'gateway-flow', roles: ['gateway'], operations: ['verify'] })
const { clause } = suite

/** What verify tells of a transaction is what somebody was told of it before. */
const verifyAgrees = async (context: CheckContext, proof: JsonObject): Promise<void> => {
  const shown = await context.verify(txidOf(proof)).expectAccepted<JsonObject>()
  expectSame(member(shown, 'status'), 'completed', 'the status that verify shows')
  expectSame(member(shown, 'proof'), proof, 'the proof that verify shows')
  expectSignedByTarget(context, 'the proof that verify shows', {
    payload: proof,
    signature: member(shown, 'signature'),
  })
}

/** What an order over so many units says of its amount. */
const over = ({ money }: CheckContext, units: number) => {
  const amount = money.amount(units)
  return { amount, items: [{ id: 'item-1', name: 'Conformance item', price: amount, quantity: 1 }] }
}

clause(
  'FLOW-01',
  'order, hosted payment, proof, verify',
  async context => {
    // Not a whole number of units, so that an amount that is rounded on the way shows.
    const hosted = await openSession(context, { order: over(context, 234) })
    const { proof, signature } = await paidProof(context, hosted)
    const { order, merchant } = hosted
    expectSame(member(proof.to, 'ocid'), merchant.ocid, 'the recipient of the proof that the merchant got')
    expectSame(member(proof.to, 'reference'), order.id, 'the order id in the proof that the merchant got')
    expectSame(proof.currency, order.currency, 'the currency of the proof that the merchant got')
    expectThat(
      isSameAmount(String(proof.amount), order.amount),
      'the proof that the merchant got is over another amount',
      {
        expected: order.amount,
        actual: proof.amount ?? 'no amount',
      },
    )
    expectSignedByTarget(context, 'the proof that the merchant got', { payload: proof, signature })
    await verifyAgrees(context, proof)
  },
  { operations: ['orders.checkout', 'verify'] },
)

clause(
  'FLOW-02',
  'notification missed, proof recovered',
  async context => {
    const { order, named } = namedOrder(context, 1)
    // Where nothing reaches the merchant anyway, it has missed the notification without our help.
    const miss = context.run.counterpart?.answerNotification({ reference: order.id }, [{ disconnect: true }, {}])
    if (miss) context.afterwards(miss)
    const to = { ocid: context.merchant.ocid, reference: order.id }
    const made = await context.transfer({ from: context.partner, to, order: named }).asControl()
    await verifyAgrees(context, proofOf(made))
  },
  { operations: ['transfer.create', 'verify'] },
)

/** Whole flows, as a gateway takes part in them. Heading: What the service does. */
export const gatewayFlow = whereDeclared(suite)
