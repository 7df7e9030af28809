/**
 * PAGE-08 · verify/{txid} of a hosted payment returns the same proof, member for member, as the webhook got, with a
 * signature that verifies (the same bytes or signed afresh: VERIFY-08).
 */

import { isDeclared } from '../../../harness/capabilities.ts'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { expectSignedByTarget } from '../../../harness/http/target-signature.ts'
import { expectSame } from '../../../harness/outcome.ts'
import { textOf } from '../../../protocol/json/any-json.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { overMessages } from '../../members/property.ts'
import { openSession, redirectOf } from '../../support/gateway/hosted-page/checkout-session.ts'
import { payForProof } from '../../support/gateway/hosted-page/session-notifications.ts'
import { readTransaction } from '../../support/gateway/transactions.ts'
import { payments } from './any-payment.ts'

const { clause } = defineSuite({ id: 'hosted-page-members', roles: ['gateway'], operations: ['orders.checkout'] })

clause.property(
  'PAGE-08',
  'proof of any order at verify',
  overMessages({
    ...payments,
    runs: 2,
    mostSamples: 10,
    test: async (context, { proof }) => {
      const transaction = await context.verify(textOf(proof.txid)).expectAccepted()
      expectSame(transaction.proof, proof, 'the proof that verify shows')
    },
  }),
  { operations: ['orders.checkout', 'verify'] },
)

const page = defineSuite({ id: 'hosted-page', roles: ['gateway'], operations: ['orders.checkout'] })

page.clause(
  'PAGE-08',
  'verify shows the same proof',
  async context => {
    const { proof } = await payForProof(context, await openSession(context))
    const { json } = await readTransaction(context, textOf(proof.txid))
    expectSame(memberOf(json, 'proof'), proof, 'the proof that verify shows')
    const signature = memberOf(json, 'signature')
    expectSignedByTarget(context, 'the proof that verify shows', { payload: proof, signature })
  },
  { operations: ['orders.checkout', 'verify'] },
)

/** Pays another merchant's order with this id, and transfers money to the merchant under the same id; either may be refused. */
const useIdAgain = async (context: CheckContext, id: string): Promise<void> => {
  const { merchant, merchant2, partner } = context
  const body = merchant2.signs(merchant2.order({ id }))
  const response = await context.checkout(body, { as: merchant2 })
  if (isSuccess(response)) await (await context.customer().open(redirectOf(context, response), body.urls)).pay()
  if (isDeclared(context, 'transfer.create'))
    await context.transfer({ from: partner, to: { ocid: merchant.ocid, reference: id } })
}

page.clause(
  'PAGE-08',
  'verify shows the same proof after other transactions with the id of its order',
  async context => {
    const id = context.fresh('order')
    const { proof } = await payForProof(context, await openSession(context, { order: { id } }))
    await useIdAgain(context, id)
    const { json } = await readTransaction(context, textOf(proof.txid))
    expectSame(memberOf(json, 'proof'), proof, 'the proof that verify shows')
  },
  { operations: ['orders.checkout', 'verify'] },
)
