/**
 * WEBHOOK-06 · A second, different proof for a paid order: 200 { status: rejected, txid, message }, txid that of the
 * refused proof, message a string that is not empty.
 */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { agreesWith } from '../../../harness/model.ts'
import { expectThat, isSameJson, notApplicable, spelled } from '../../../harness/outcome.ts'
import { waits } from '../../../harness/patience.ts'
import { pause } from '../../../harness/pause.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { unlessQuick } from '../../members/samples.ts'
import { anySimilarities, type Similarity, similarByKind, similarities } from '../../members/values/similar-texts.ts'
import { knownOrders, type OrdersModel, orderStep, payOnce, startOrders } from '../../support/merchant/order-model.ts'
import { minimalRequest, orderSigned, orderToPay, signedOrder, unpaidOrder } from '../../support/merchant/orders.ts'
import {
  expectNotAccepted,
  expectRejection,
  isAcceptance,
  payAsControl,
  sendProofControl,
} from '../../support/merchant/proofs.ts'
import { type SecondIssuer, withSecondIssuer } from '../../support/merchant/second-issuer.ts'
import { payTwice, type Second } from './06-any-second-proof.ts'
import { paySecondAfterRead } from './06-meanwhile.ts'
import { signedProofOf } from './proofs.ts'

const { clause } = defineSuite({ id: 'webhook-end', roles: ['merchant'], operations: ['transfer.webhook'] })

clause(
  'WEBHOOK-06',
  {
    id: 'second-proof-of-a-paid-order-that-many-others-came-after',
    title: 'second proof of a paid order, after many other orders',
  },
  async context => {
    const { gateway } = context
    const order = await unpaidOrder(context)
    await payAsControl(context, gateway.signs(gateway.proof(order)))
    context.atEndOfRun(async () => {
      const second = await context.deliver(gateway.signs(gateway.proof(order)))
      expectNotAccepted(second, 'a second proof of a paid order, after many other orders')
    })
  },
)

const members = defineSuite({ id: 'webhook-members', roles: ['merchant'], operations: ['transfer.webhook'] })

/** The optional member of a proof: a program may handle a proof with it differently. */
const memo = { memo: 'Conformance proof' }

members.clause('WEBHOOK-06', 'second proof of a paid order, and a memo', async context => {
  const { gateway } = context
  const order = await unpaidOrder(context)
  await payAsControl(context, gateway.signs(gateway.proof(order)))
  const second = gateway.signs(gateway.proof(order, memo))
  expectRejection(await context.deliver(second), second, 'a second proof of a paid order')
})

members.clause('WEBHOOK-06', 'second proof of a paid order without optional members', async context => {
  const { gateway } = context
  const order = await orderToPay(context, minimalRequest(context))
  await payAsControl(context, gateway.signs(gateway.proof(order)))
  const second = gateway.signs(gateway.proof(order))
  expectRejection(await context.deliver(second), second, 'a second proof of a paid order without optional members')
})

const alike = defineSuite({ id: 'webhook-alike', roles: ['merchant'], operations: ['transfer.webhook'] })

alike.clause.property<Similarity[]>(
  'WEBHOOK-06',
  { id: 'second-proofs-whose-transactions-are-alike', title: 'second proofs with similar transactions' },
  async context => {
    await sendProofControl(context)
    return {
      arbitrary: () => anySimilarities,
      examples: unlessQuick(context, [[...similarities]]),
      runs: 2,
      test: async (on, chosen) => {
        for (const { text: txid, others } of similarByKind(on.fresh('tx'), chosen)) {
          const order = await unpaidOrder(on)
          const deliver = (of: string) => on.deliver(on.gateway.signs(on.gateway.proof(order, { txid: of })))
          // A target may refuse a string for its form.
          if (!isAcceptance(await deliver(txid))) continue
          for (const other of others)
            expectNotAccepted(
              await deliver(other),
              `the proof ${spelled(other)} of an order that ${spelled(txid)} paid`,
            )
        }
      },
    }
  },
)

const payment = defineSuite({ id: 'webhook-payment', roles: ['merchant'], operations: ['transfer.webhook'] })

payment.clause.race('WEBHOOK-06', 'second proof of an order that was read while it was paid', paySecondAfterRead, {
  operations: ['orders.create', 'transfer.webhook'],
})

payment.clause(
  'WEBHOOK-06',
  'second proof of a paid order',
  async context => {
    const order = await unpaidOrder(context)
    await payAsControl(context, signedProofOf(context, order))
    const second = signedProofOf(context, order)
    expectRejection(await context.deliver(second), second, 'a second proof of a paid order')
  },
  { firstLook: true },
)

payment.clause(
  'WEBHOOK-06',
  { id: 'third-proof-and-then-the-order-is-paid-still', title: 'third proof, and the order is still paid' },
  async context => {
    const order = await unpaidOrder(context)
    await payAsControl(context, signedProofOf(context, order))
    await context.deliver(signedProofOf(context, order))
    const third = signedProofOf(context, order)
    expectRejection(await context.deliver(third), third, 'a third proof of a paid order')
  },
)

const second = defineSuite({ id: 'webhook-second', roles: ['merchant'], operations: ['transfer.webhook'] })

second.clause.property<Second>('WEBHOOK-06', 'any second proof of a paid order', payTwice)

/** The minimum lifetime of an order, in seconds. */
const lifeSeconds = 2

second.clause(
  'WEBHOOK-06',
  {
    id: 'second-proof-of-a-paid-order-that-has-expired-since',
    title: 'second proof of a paid order that has since expired',
  },
  async context => {
    const { gateway } = context
    await sendProofControl(context)
    const expiresAt = context.run.clock.latest() + context.lifetime(lifeSeconds)
    const request = context.orderRequestOf({ expiresAt })
    const response = await context.createOrder(request)
    if (!isSuccess(response)) notApplicable('The target accepts no order that expires so soon.')
    const order = orderSigned(request, response.json)
    await payAsControl(context, gateway.signs(gateway.proof(order)))
    await context.idle(pause(context.run.clock.msUntil(expiresAt), context.signal))
    const second = gateway.signs(gateway.proof(order))
    expectNotAccepted(await context.deliver(second), 'a second proof of a paid order that has since expired')
  },
)

second.clause('WEBHOOK-06', 'second proof of a paid order that was requested again', async context => {
  const { gateway, signal } = context
  const request = context.orderRequestOf()
  const signed = await signedOrder(context, request)
  const order = orderSigned(request, signed)
  await payAsControl(context, gateway.signs(gateway.proof(order)))
  // A new, unpaid order under the id would then have another createdAt.
  await context.idle(pause(waits.laterSecond.ms, signal))
  const again = await context.createOrder(request)
  const isAnother = isSuccess(again) && !isSameJson(memberOf(again.json, 'order'), signed.order)
  if (isAnother) notApplicable('The target makes another order from the same request, which is allowed (ORDER-10).')
  const second = gateway.signs(gateway.proof(order))
  expectNotAccepted(await context.deliver(second), 'a second proof of a paid order that was requested again')
})

/** Delivers two more proofs of every order, and counts the different proofs that were accepted. */
const expectPaidOnce = async (model: OrdersModel): Promise<void> => {
  for (const on of knownOrders(model)) {
    await payOnce(model, on)
    await payOnce(model, on)
    expectThat(on.accepted.length <= 1, 'different proofs of one order are accepted', {
      expected: 'at most one',
      actual: on.accepted.map(({ proof }) => proof.txid),
    })
  }
}

payment.clause.model(
  'WEBHOOK-06',
  'paid once over any series of proofs',
  agreesWith({
    start: startOrders,
    step: orderStep,
    atLast: 'every order is proven twice',
    end: expectPaidOnce,
    most: 6,
    runs: 10,
    areIndependent: true,
  }),
  { operations: ['orders.create', 'transfer.webhook'] },
)

const issuers = defineSuite({ id: 'webhook-issuers', roles: ['merchant'], operations: ['transfer.webhook'] })

/** Pays an order with a proof of the first issuer; returns the response to a proof of the second with the same txid. */
const proveWithSameTxid = async (context: CheckContext, { issuer, key, sending }: SecondIssuer) => {
  const { gateway } = context
  const order = await unpaidOrder(context)
  const first = gateway.signs(gateway.proof(order))
  await payAsControl(context, first)
  return context.deliver(issuer.signs(issuer.proof(order, { txid: first.proof.txid }), { key }), sending)
}

issuers.clause('WEBHOOK-06', 'second proof with the txid of the first, by another issuer', context =>
  withSecondIssuer(context, async second => {
    const response = await proveWithSameTxid(context, second)
    expectNotAccepted(response, 'a proof with the same txid by an issuer other than the one that paid the order')
  }),
)
