import { requireDeclared } from '../../harness/capabilities.ts'
import { plainCheck } from '../../harness/check.ts'
import type { Check } from '../../harness/clause.ts'
import type { CheckContext } from '../../harness/context.ts'
import { isSuccess, summary } from '../../harness/http/pending-response.ts'
import { expectSignedByTarget } from '../../harness/http/target-signature.ts'
import { blocked, expectSame, expectThat } from '../../harness/outcome.ts'
import { waits } from '../../harness/patience.ts'
import { pause } from '../../harness/pause.ts'
import { textOf } from '../../protocol/json/any-json.ts'
import { type JsonObject, memberOf } from '../../protocol/json/json.ts'
import type { Dialect } from '../../protocol/profile.ts'
import { signPayload } from '../../protocol/signature/payload.ts'
import type { Order } from '../../schemas/messages.ts'

/** Two real targets that are registered with each other, each with its context. */
type TargetPair = { gateway: CheckContext; merchant: CheckContext }

/** Returns the delays in milliseconds before asking the merchant whether an order is paid; each is for another order. */
const delaysWithin = (mostMs: number): number[] => [...waits.crossRole.ms.filter(ms => ms < mostMs), mostMs]

/** Creates an order at the merchant as the app, and pays it with a transfer at the gateway. */
const payOrder = async ({ gateway, merchant }: TargetPair): Promise<{ order: Order; transfer: JsonObject }> => {
  const signed = await merchant.createOrder(merchant.orderRequestOf()).asControl('signed-order')
  const { order, urls } = signed
  const plan = {
    from: gateway.partner,
    to: { ocid: merchant.ocid, reference: order.id },
    amount: order.amount,
    currency: order.currency,
  }
  const transfer = await gateway
    .transfer({ ...plan, order: { id: order.id, urls: urls?.order ?? [] } })
    .asControl('signed-proof')
  return { order, transfer }
}

/** Returns whether the merchant counts the order as paid: it then rejects a second, different proof. */
const isPaid = async ({ merchant }: TargetPair, order: Order): Promise<boolean> => {
  const { gateway: issuer } = merchant
  const response = await merchant.deliver(issuer.signs(issuer.proof(order)))
  return memberOf(response.json, 'status') === 'rejected'
}

/** An order of one target is paid at the other: verify shows the proof, and the merchant accepts it. Heading: What the service does. */
const expectOrderPaid = async (targets: TargetPair): Promise<void> => {
  const { gateway, merchant } = targets
  const delays = delaysWithin(gateway.run.patience.mostMs)
  for (const delay of delays) {
    const { order, transfer } = await payOrder(targets)
    expectSignedByTarget(gateway, 'the proof of the transfer', {
      payload: memberOf(transfer, 'proof') ?? {},
      signature: memberOf(transfer, 'signature'),
    })
    const verified = await gateway
      .verify(textOf(memberOf(memberOf(transfer, 'proof'), 'txid')))
      .expectAccepted('verify-completed')
    expectSame(verified.proof, transfer.proof, 'the proof at verify')
    // The gateway may notify the merchant later, so each attempt waits longer.
    await merchant.idle(pause(delay, merchant.signal))
    if (await isPaid(targets, order)) return
  }
  expectThat(false, 'the merchant did not accept the proof of a transfer that names its order', {
    expected: 'a second, different proof of the order is rejected',
    actual: `accepted ${delays.at(-1)} ms after the transfer`,
  })
}

/**
 * The gateway accepts an order signed the merchant's way. Only the merchant has its key, so another merchant signs the order in that
 * way; the control is the same order, signed as the gateway expects. Heading: POST /orders/checkout.
 */
const expectOrderTaken = async ({ gateway, merchant }: TargetPair): Promise<void> => {
  requireDeclared(gateway, 'orders.checkout')
  const signed = await merchant.createOrder(merchant.orderRequestOf()).asControl('signed-order')
  const { order, signature, urls } = signed
  expectSignedByTarget(merchant, 'the order', { payload: order as unknown as JsonObject, signature })
  const { key, ocid } = gateway.merchant
  const checkout = (dialect: Dialect) => {
    const own = { ...order, id: gateway.fresh('order'), ocid, accepts: [gateway.ocid] }
    return gateway.checkout({ order: own, signature: signPayload(own as unknown as JsonObject, key, dialect), urls })
  }
  await checkout(gateway.dialect).asControl()
  const response = await checkout(merchant.dialect)
  expectThat(isSuccess(response), 'the gateway refuses an order that is signed the way the merchant signs', {
    expected: '2xx, as for the same order signed the way the gateway expects',
    actual: summary(response),
    at: response,
  })
}

/** The joint checks of two targets; `gatewayFor` returns the context of the gateway. */
export const crossRoleChecks = (gatewayFor: (merchant: CheckContext) => CheckContext): Check[] => [
  {
    id: 'together/order-paid-by-a-transfer',
    title: 'order of the merchant, paid by a transfer at the gateway',
    clauses: ['FLOW-01'],
    roles: ['gateway', 'merchant'],
    operations: ['orders.create', 'transfer.create', 'transfer.webhook', 'verify'],
    ...plainCheck,
    alone: true,
    run: async merchant => {
      const gateway = gatewayFor(merchant)
      if (gateway.ocid === merchant.ocid) blocked('both targets have the same OCID: give each config its own')
      await expectOrderPaid({ gateway, merchant })
    },
  },
  {
    id: 'together/order-checked-out',
    title: 'order signed as the merchant signs, checked out at the gateway',
    clauses: ['FLOW-01'],
    roles: ['gateway', 'merchant'],
    operations: ['orders.create', 'orders.checkout'],
    ...plainCheck,
    alone: true,
    run: merchant => expectOrderTaken({ gateway: gatewayFor(merchant), merchant }),
  },
]
