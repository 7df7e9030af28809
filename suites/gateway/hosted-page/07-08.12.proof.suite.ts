import { defineSuite } from '../../../harness/clause.ts'
import { expectSignedByTarget, member } from '../../../harness/http/target-signature.ts'
import { expectSame, expectThat } from '../../../harness/outcome.ts'
import { isSameAmount } from '../../../protocol/amount.ts'
import { openSession } from '../../support/gateway/checkout-session.ts'
import { twoItems } from '../../support/gateway/order-items.ts'
import { payForProof } from '../../support/gateway/session-notifications.ts'
import { whereDeclared } from '../../support/parametrize.ts'

const suite = defineSuite({ id: 'hosted-page', roles: ['gateway'], operations: ['orders.checkout'] })
const { clause } = suite

clause('PAGE-07', 'proof of a hosted payment', async context => {
  const session = await openSession(context, { order: twoItems(context) })
  const { proof } = await payForProof(context, session)
  const { id, ocid, amount, currency } = session.order
  expectSame(proof.issuer, context.ocid, 'proof.issuer')
  expectSame(member(proof.to, 'ocid'), ocid, 'proof.to.ocid')
  expectSame(member(proof.to, 'reference'), id, 'proof.to.reference')
  const isAmount = typeof proof.amount === 'string' && isSameAmount(proof.amount, amount)
  expectThat(isAmount, 'proof.amount is not the amount of the order', { expected: amount, actual: proof.amount })
  expectSame(proof.currency, currency, 'proof.currency')
})

clause(
  'PAGE-08',
  'verify shows the same proof',
  async context => {
    const { proof } = await payForProof(context, await openSession(context))
    const { json } = await context.verify(String(proof.txid))
    expectSame(member(json, 'proof'), proof, 'the proof that verify shows')
    const signature = member(json, 'signature')
    expectSignedByTarget(context, 'the proof that verify shows', { payload: proof, signature })
  },
  { operations: ['orders.checkout', 'verify'] },
)

clause('PAGE-12', 'txid and time of the proof', async context => {
  const session = await openSession(context, { order: { createdAt: context.now() - 3000 } })
  const began = context.now()
  const first = await payForProof(context, session)
  const second = await payForProof(context, await openSession(context))
  const { txid, timestamp } = first.proof
  const usedIds = [second.proof.txid, session.id, session.order.id, session.order.reference]
  expectThat(typeof txid === 'string' && !usedIds.includes(txid), 'the txid of the proof is not unique', {
    expected: 'a txid that differs from another payment, the session and the order',
    actual: txid,
  })
  const { clock } = context.run
  const ended = clock.now(first.receivedAt) + 1
  expectThat(clock.isNow(timestamp, began, ended), 'proof.timestamp is not the time of completion', {
    expected: `${began} to ${ended}`,
    actual: timestamp,
  })
})

/** The proof of a hosted payment. Headings: Proof, POST /orders/checkout. */
export const hostedPageProof = whereDeclared(suite)
