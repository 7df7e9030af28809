import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { unpaidOrder } from '../../support/merchant/orders.ts'
import { expectNotAccepted, outcomeWord, payAsControl } from '../../support/merchant/proofs.ts'
import { type SecondIssuer, withSecondIssuer } from '../../support/merchant/second-issuer.ts'
import { observeAnswers } from '../../support/observations.ts'

/** A paid order takes no proof of another issuer, whose txid may be the same; another order may. Headings: Proof, POST /transfer/webhook. */
const { clause } = defineSuite({
  id: 'webhook-issuers',
  roles: ['merchant'],
  operations: ['transfer.webhook'],
})

/** Pays an order by the first issuer; returns the response to a proof of the second one with the same txid. */
const proveWithSameTxid = async (context: CheckContext, { issuer, key, sending }: SecondIssuer) => {
  const { gateway } = context
  const order = await unpaidOrder(context)
  const first = gateway.signs(gateway.proof(order))
  await payAsControl(context, first)
  return context.deliver(issuer.signs(issuer.proof(order, { txid: first.proof.txid }), { key }), sending)
}

clause(
  'WEBHOOK-06',
  'second proof with the txid of the first, by another issuer',
  context =>
    withSecondIssuer(context, async second => {
      const response = await proveWithSameTxid(context, second)
      expectNotAccepted(response, 'a proof by another issuer than the one that paid the order, with the same txid')
    }),
  { waits: true },
)

clause.observe(
  'WEBHOOK-13',
  'transaction whose txid another issuer has used',
  context =>
    withSecondIssuer(context, async ({ issuer, key, sending }) => {
      const { gateway } = context
      const first = gateway.signs(gateway.proof(await unpaidOrder(context)))
      await payAsControl(context, first)
      const proof = issuer.proof(await unpaidOrder(context), { txid: first.proof.txid })
      const response = context.deliver(issuer.signs(proof, { key }), sending)
      await observeAnswers(context, { 'another order, the txid of another issuer': response }, outcomeWord)
    }),
  { waits: true },
)
