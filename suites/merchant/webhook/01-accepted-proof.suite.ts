/** WEBHOOK-01 · A valid proof for an unpaid order: 200 { status: accepted, txid }, txid that of the proof. */

import type { PaidOrder } from '../../../harness/actors/issuer.ts'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isClientError, isSuccess } from '../../../harness/http/pending-response.ts'
import { expectSame, expectThat, notApplicable } from '../../../harness/outcome.ts'
import { isSameAmount } from '../../../protocol/amount.ts'
import { textOf } from '../../../protocol/json/any-json.ts'
import { type JsonObject, memberOf } from '../../../protocol/json/json.ts'
import type { SignedProof } from '../../../schemas/messages.ts'
import { expectEchoes } from '../../members/compare.ts'
import { proofMessages, proofWith } from '../../members/proof-messages.ts'
import { overMessages } from '../../members/property.ts'
import { echoesOf } from '../../members/table.ts'
import {
  addressesOf,
  minimalRequest,
  orderSigned,
  orderToPay,
  ownAmount,
  signedOrder,
  unpaidOrder,
} from '../../support/merchant/orders.ts'
import {
  deliverConclusively,
  describeProofResponse,
  isAcceptance,
  payingProof,
  sendProofControl,
} from '../../support/merchant/proofs.ts'
import { expectUnpaidAfter } from '../../support/merchant/unpaid-orders.ts'
import { isUnrelated } from '../../support/probe.ts'
import { payAfterAnotherProof, payAfterProofsOfNoOrder, payTwoAtOnce, payTwoNaming } from './01-echoes.ts'
import { pathOf, paySimilarOrders, payWithNearReferences, type SimilarOrders } from './01-similar-orders.ts'
import { noneTaken, orderIn, othersThan } from './currencies.ts'
import { withOneReference } from './one-reference.ts'
import { fromPartner } from './proofs.ts'

const { clause } = defineSuite({ id: 'webhook-currencies', roles: ['merchant'], operations: ['transfer.webhook'] })

clause('WEBHOOK-01', 'proofs in currencies of other minor digits', async context => {
  const { gateway } = context
  await sendProofControl(context)
  const orders = await Promise.all(othersThan(context.money.currency).map(code => orderIn(context, code)))
  const taken = orders.filter(order => order !== undefined)
  if (taken.length === 0) notApplicable(noneTaken)
  for (const order of taken) {
    const response = await context.deliver(gateway.signs(gateway.proof(order)))
    // The webhook may refuse a currency for its form.
    if (isClientError(response) || isUnrelated(response)) continue
    expectThat(isAcceptance(response), `the proof of an order in ${order.currency} is not accepted`, {
      expected: '200 accepted, as in the currency of the run',
      actual: describeProofResponse(response),
    })
  }
})

const members = defineSuite({ id: 'webhook-members', roles: ['merchant'], operations: ['transfer.webhook'] })

members.clause(
  'WEBHOOK-01',
  { id: 'proof-of-an-order-that-another-proof-came-before', title: 'proof of an order, after another proof' },
  payAfterAnotherProof,
)

members.clause('WEBHOOK-01', 'proof of an order that proofs of no order have named elsewhere', payAfterProofsOfNoOrder)

members.clause('WEBHOOK-01', 'proofs of two orders, the first of which names the second elsewhere', payTwoNaming)

members.clause('WEBHOOK-01', 'proofs of two orders that one account pays at the same time', payTwoAtOnce)

members.clause.property(
  'WEBHOOK-01',
  'any proof of an unpaid order',
  overMessages({
    messages: proofMessages,
    runs: 4,
    mostSamples: 10,
    send: async (context, drawn) => {
      const { gateway } = context
      const body = gateway.signs(proofWith(gateway.proof(await unpaidOrder(context)), drawn))
      const response = await context.deliver(body)
      return isAcceptance(response) ? { body: body as unknown as JsonObject, response: response.json ?? {} } : undefined
    },
    test: (_, { body, response }) =>
      expectEchoes(echoesOf('transfer.webhook', 'response', 'WEBHOOK-01'), body, response, 'response'),
  }),
)

const end = defineSuite({ id: 'webhook-end', roles: ['merchant'], operations: ['transfer.webhook'] })

/** An order, and whether it has expired. */
type Early = { order: PaidOrder; isOver: () => boolean }

const earlyOrder = async (context: CheckContext): Promise<Early> => {
  const request = context.orderRequestOf()
  const signed = await signedOrder(context, request)
  const expiresAt = memberOf(signed.order, 'expiresAt')
  const isOver = () => typeof expiresAt === 'number' && expiresAt <= context.run.clock.latest()
  return { order: orderSigned(request, signed), isOver }
}

const isOverNow = 'An order at the end of the run: it has expired by then. Make the run shorter.'

end.clause(
  'WEBHOOK-01',
  { id: 'proof-of-an-order-that-many-others-came-after', title: 'proof of an order, after many other orders' },
  async context => {
    const { gateway } = context
    const { order, isOver } = await earlyOrder(context)
    context.atEndOfRun(async () => {
      if (isOver()) return context.untried(isOverNow)
      const response = await deliverConclusively(context, gateway.signs(gateway.proof(order)))
      if (!isAcceptance(response)) await sendProofControl(context)
      expectThat(isAcceptance(response), 'the proof of an order is not accepted after many other orders', {
        expected: '200 accepted, as for an order that was created last',
        actual: describeProofResponse(response),
        at: response,
      })
    })
  },
)

/** Another check may still create an order between the two requests. */
const tries = 3

end.clause('WEBHOOK-01', 'proof of the last order after proofs of no order', async context => {
  await sendProofControl(context)
  context.atEndOfRun(async () => {
    for (let left = tries; left > 0; left--) {
      const order = await unpaidOrder(context, ownAmount(context))
      const references = [{ reference: context.fresh('no-order') }, { reference: '' }, {}]
      const changes = references.map(reference => ({ to: { ocid: context.ocid, ...reference } }))
      await expectUnpaidAfter(context, order, { what: 'no order', changes })
    }
  })
})

members.clause(
  'WEBHOOK-01',
  {
    id: 'proof-of-a-payment-by-somebody-else-than-its-issuer',
    title: 'proof of a payment that someone other than its issuer made',
  },
  async context => {
    const { gateway } = context
    await sendProofControl(context)
    const { proof, signature } = gateway.signs(gateway.proof(await unpaidOrder(context), fromPartner(context)))
    const response = await context.deliver({ proof, signature }).expectAccepted('webhook-response')
    expectSame(memberOf(response, 'status'), 'accepted', 'the status')
    expectSame(memberOf(response, 'txid'), proof.txid, 'the txid')
  },
)

const webhook = defineSuite({ id: 'webhook', roles: ['merchant'], operations: ['transfer.webhook'] })

const expectAccepted = async (context: CheckContext, body: SignedProof) => {
  const response = await context.deliver(body).expectAccepted('webhook-response')
  expectSame(memberOf(response, 'status'), 'accepted', 'the status')
  expectSame(memberOf(response, 'txid'), body.proof.txid, 'the txid')
}

webhook.clause('WEBHOOK-01', 'proof for an unpaid order', async context =>
  expectAccepted(context, await payingProof(context)),
)

webhook.clause('WEBHOOK-01', 'proof with a memo', async context => {
  const proof = context.gateway.proof(await unpaidOrder(context), { memo: 'Conformance proof' })
  await expectAccepted(context, context.gateway.signs(proof))
})

webhook.clause('WEBHOOK-01', 'proof for an order without optional members', async context => {
  const order = await orderToPay(context, minimalRequest(context))
  await expectAccepted(context, context.gateway.signs(context.gateway.proof(order)))
})

webhook.clause('WEBHOOK-01', 'proof for an order whose id was used again, with another amount', async context => {
  const request = minimalRequest(context)
  const order = await orderToPay(context, request)
  const again = await context.createOrder({ ...request, amount: context.money.amount(200) })
  const signed = memberOf(again.json, 'order') ?? again.json
  if (isSuccess(again) && !isSameAmount(textOf(memberOf(signed, 'amount')), order.amount))
    notApplicable('The target signs two orders under one id (ORDER-09).')
  await expectAccepted(context, context.gateway.signs(context.gateway.proof(order)))
})

const references = defineSuite({ id: 'webhook-references', roles: ['merchant'], operations: ['transfer.webhook'] })

references.clause('WEBHOOK-01', 'proofs of orders with the same reference', async context => {
  const { gateway } = context
  await sendProofControl(context)
  for (const order of await withOneReference(context, [120, 120, 120])) {
    const response = await deliverConclusively(context, gateway.signs(gateway.proof(order)))
    expectThat(
      isAcceptance(response),
      'the proof of an order is not accepted after that of another one with the same reference',
      {
        expected: '200 accepted: the order is unpaid',
        actual: describeProofResponse(response),
      },
    )
  }
})

const alike = defineSuite({ id: 'webhook-alike', roles: ['merchant'], operations: ['transfer.webhook'] })

alike.clause.property<string[]>(
  'WEBHOOK-01',
  { id: 'references-that-are-nearly-an-order', title: 'references similar to an order id' },
  payWithNearReferences,
)

alike.clause('WEBHOOK-01', 'references that are an address of an order', async context => {
  await sendProofControl(context)
  const request = context.orderRequestOf()
  const signed = await signedOrder(context, request)
  const addresses = addressesOf(signed)
  if (addresses.length === 0) notApplicable('The order has no addresses (ORDER-05).')
  const order = orderSigned(request, signed)
  const references = new Set(addresses.flatMap(address => [address, pathOf(address)]).filter(text => text !== order.id))
  const changes = [...references].map(reference => ({ to: { ocid: context.ocid, reference } }))
  await expectUnpaidAfter(context, order, { what: 'a reference that is its address', changes })
})

alike.clause.property<SimilarOrders>(
  'WEBHOOK-01',
  { id: 'orders-and-transactions-that-are-alike', title: 'similar orders and transactions' },
  paySimilarOrders,
)
