import { sameAmount } from '../../protocol/amount.ts'
import type { JsonObject } from '../../protocol/json.ts'
import { whereDeclared } from '../every.ts'
import { defineSuite } from '../harness/clause.ts'
import { holds, same } from '../harness/outcome.ts'
import { member, signedByTarget } from '../harness/signed.ts'
import type { Stage } from '../harness/stage.ts'
import { openSession, paidProof } from './hosted.ts'
import { namedOrder, proofOf, txidOf } from './transactions.ts'

const suite = defineSuite({ id: 'gateway-flow', roles: ['gateway'], operations: ['verify'] })
const { clause } = suite

/** What verify tells of a transaction is what somebody was told of it before. */
const verifyAgrees = async (stage: Stage, proof: JsonObject): Promise<void> => {
  const shown = await stage.verify(txidOf(proof)).accepts<JsonObject>()
  same(member(shown, 'status'), 'completed', 'the status that verify shows')
  same(member(shown, 'proof'), proof, 'the proof that verify shows')
  signedByTarget(stage, 'the proof that verify shows', { payload: proof, signature: member(shown, 'signature') })
}

/** What an order over so many units says of its amount. */
const over = ({ money }: Stage, units: number) => {
  const amount = money.amount(units)
  return { amount, items: [{ id: 'item-1', name: 'Conformance item', price: amount, quantity: 1 }] }
}

clause(
  'FLOW-01',
  'order, hosted payment, proof, verify',
  async stage => {
    // Not a whole number of units, so that an amount that is rounded on the way shows.
    const hosted = await openSession(stage, { order: over(stage, 234) })
    const { proof, signature } = await paidProof(stage, hosted)
    const { order, merchant } = hosted
    same(member(proof.to, 'ocid'), merchant.ocid, 'the recipient of the proof that the merchant got')
    same(member(proof.to, 'reference'), order.id, 'the order id in the proof that the merchant got')
    same(proof.currency, order.currency, 'the currency of the proof that the merchant got')
    holds(sameAmount(String(proof.amount), order.amount), 'the proof that the merchant got is over another amount', {
      expected: order.amount,
      actual: proof.amount ?? 'no amount',
    })
    signedByTarget(stage, 'the proof that the merchant got', { payload: proof, signature })
    await verifyAgrees(stage, proof)
  },
  { operations: ['orders.checkout', 'verify'] },
)

clause(
  'FLOW-02',
  'notification missed, proof recovered',
  async stage => {
    const { order, named } = namedOrder(stage, 1)
    // Where nothing reaches the merchant anyway, it has missed the notification without our help.
    const miss = stage.session.counterpart?.answerNotification({ reference: order.id }, [{ disconnect: true }, {}])
    if (miss) stage.afterwards(miss)
    const to = { ocid: stage.merchant.ocid, reference: order.id }
    const made = await stage.transfer({ from: stage.partner, to, order: named }).asControl()
    await verifyAgrees(stage, proofOf(made))
  },
  { operations: ['transfer.create', 'verify'] },
)

/** Whole flows, as a gateway takes part in them. Heading: What the service does. */
export const gatewayFlow = whereDeclared(suite)
