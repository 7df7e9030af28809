import { sameAmount } from '../../protocol/amount.ts'
import type { JsonObject } from '../../protocol/json.ts'
import { defineSuite } from '../harness/clause.ts'
import { holds, notApplicable, same } from '../harness/outcome.ts'
import { member, signedByTarget } from '../harness/signed.ts'
import { signedOrder } from './orders.ts'
import { isTaken, said } from './proofs.ts'
import { retrievedOrder } from './retrieval.ts'

/** Whole flows, as a merchant takes part in them. Heading: What the service does. */
export const merchantFlow = defineSuite({
  id: 'merchant-flow',
  roles: ['merchant'],
  operations: ['orders.create', 'transfer.webhook'],
})
const { clause } = merchantFlow

clause('FLOW-01', 'order, retrieval, proof', async stage => {
  const request = stage.orderRequestOf()
  const signed = await signedOrder(stage, request)
  const order = signed.order as unknown as JsonObject
  for (const name of ['id', 'ocid', 'currency'] as const) same(order[name], request[name], `order.${name}`)
  holds(sameAmount(String(order.amount), request.amount), 'the order is over another amount', {
    expected: request.amount,
    actual: order.amount ?? 'no amount',
  })
  // What the gateway takes from the app, and what it finds at the order's address.
  if (signed.signature === undefined) notApplicable('The order comes without a signature (ORDER-01).')
  signedByTarget(stage, 'the order', { payload: order, signature: signed.signature })
  const found = await retrievedOrder(stage, signed)
  // That it is not there at all breaks ORDER-08.
  if (found !== undefined) same(found, order, 'the order at its address')
  // The gateway proves the payment of the order as it was signed, not as it was asked for.
  const body = stage.gateway.signs(stage.gateway.proof(signed.order))
  const answer = await stage.deliver(body)
  holds(isTaken(answer), 'the proof of the payment is not accepted', { expected: 'accepted', actual: said(answer) })
  // That there is none breaks WEBHOOK-01.
  const txid = member(answer.json, 'txid')
  if (txid !== undefined) same(txid, body.proof.txid, 'the txid that the merchant answers with')
})
