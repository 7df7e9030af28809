/**
 * FLOW-01 · App creates an order at the merchant, the gateway takes it, the customer pays, the merchant accepts the
 * proof, verify agrees with all of it.
 */

import { defineSuite } from '../../../harness/clause.ts'
import { expectSignedByTarget } from '../../../harness/http/target-signature.ts'
import { expectSame, expectThat, notApplicable } from '../../../harness/outcome.ts'
import { isSameAmount } from '../../../protocol/amount.ts'
import { textOf } from '../../../protocol/json/any-json.ts'
import { type JsonObject, memberOf } from '../../../protocol/json/json.ts'
import { retrievedOrder } from '../../support/merchant/order-retrieval.ts'
import { signedOrder } from '../../support/merchant/orders.ts'
import { describeProofResponse, isAcceptance } from '../../support/merchant/proofs.ts'

const { clause } = defineSuite({
  id: 'merchant-flow',
  roles: ['merchant'],
  operations: ['orders.create', 'transfer.webhook'],
})

clause('FLOW-01', 'order, retrieval, proof', async context => {
  const request = context.orderRequestOf()
  const signed = await signedOrder(context, request)
  const order = signed.order as unknown as JsonObject
  for (const name of ['id', 'ocid', 'currency'] as const) expectSame(order[name], request[name], `order.${name}`)
  expectThat(isSameAmount(textOf(order.amount), request.amount), 'the order has another amount', {
    expected: request.amount,
    actual: order.amount ?? 'no amount',
  })
  // The gateway gets the order from the app, and retrieves it from its address.
  if (signed.signature === undefined) notApplicable('The order has no signature (ORDER-01).')
  expectSignedByTarget(context, 'the order', { payload: order, signature: signed.signature })
  const retrieved = await retrievedOrder(context, signed)
  // A missing order fails ORDER-08.
  if (retrieved !== undefined) expectSame(retrieved, order, 'the order at its address')
  // The gateway proves payment of the order as signed, not as requested.
  const body = context.gateway.signs(context.gateway.proof(signed.order))
  const response = await context.deliver(body)
  expectThat(isAcceptance(response), 'the proof of the payment is not accepted', {
    expected: 'accepted',
    actual: describeProofResponse(response),
  })
  // A missing txid fails WEBHOOK-01.
  const txid = memberOf(response.json, 'txid')
  if (txid !== undefined) expectSame(txid, body.proof.txid, 'the txid in the response of the merchant')
})
