import { requireDeclared } from '../../harness/capabilities.ts'
import { plainCheck } from '../../harness/check.ts'
import type { Check } from '../../harness/clause.ts'
import type { CheckContext } from '../../harness/context.ts'
import { isSuccess, summary } from '../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../harness/http/response.ts'
import { expectSignedByTarget, targetKey } from '../../harness/http/target-signature.ts'
import { blocked, brief, expectSame, expectThat, Unanswered } from '../../harness/outcome.ts'
import { waits } from '../../harness/patience.ts'
import { pause } from '../../harness/pause.ts'
import { isSameAmount } from '../../protocol/amount.ts'
import { canonicalWritings } from '../../protocol/json/canonical.ts'
import { type JsonObject, memberOf } from '../../protocol/json/json.ts'
import type { Dialect } from '../../protocol/profile.ts'
import { signPayload, verifyPayload } from '../../protocol/signature/payload.ts'
import { encodingsOf } from '../../protocol/signature/signature.ts'
import type { Order, SignedProof } from '../../schemas/messages.ts'
import type { MessageOf } from '../../schemas/validate.ts'
import { describeProofResponse, isAcceptance, payAsControl } from '../support/merchant/proofs.ts'
import { isIssuerRefusal } from '../support/merchant/unaccepted-issuer.ts'

/** Two real targets that are registered with each other, each with its context. */
type TargetPair = { gateway: CheckContext; merchant: CheckContext }

/** Returns the delays in milliseconds before asking the merchant whether an order is paid, each for a new order. */
const delaysWithin = (mostMs: number): number[] => [...waits.crossRole.ms.filter(ms => ms < mostMs), mostMs]

/** Creates an order at the merchant as the app. Blocks the check if the merchant does not create the requested order. */
const orderAt = async (merchant: CheckContext): Promise<MessageOf<'signed-order'>> => {
  const request = merchant.orderRequestOf()
  const signed = await merchant.createOrder(request).asControl('signed-order')
  const { id, ocid, amount, currency } = signed.order
  const isAsked = id === request.id && ocid === request.ocid && currency === request.currency
  return isAsked && isSameAmount(amount, request.amount)
    ? signed
    : blocked(
        `the merchant makes a different order than it was asked for (FLOW-01 in its own report): ${brief(signed.order)}`,
      )
}

/** Returns another proof of an order, by an issuer that the merchant accepts. */
const otherProof = ({ gateway: issuer }: CheckContext, order: Order): SignedProof => issuer.signs(issuer.proof(order))

/** Returns whether the merchant counts the order as paid: it then rejects a second, different proof. */
const isPaid = async (merchant: CheckContext, order: Order): Promise<boolean> =>
  isRejected(await merchant.deliver(otherProof(merchant, order)))

const isRejected = ({ json }: HttpResponse): boolean => memberOf(json, 'status') === 'rejected'

/** Blocks the check unless the merchant reveals whether an order is paid, by accepting one proof of it and then rejecting another. */
const requireTelling = async (merchant: CheckContext): Promise<void> => {
  const { order } = await orderAt(merchant)
  await payAsControl(merchant, otherProof(merchant, order))
  if (!(await isPaid(merchant, order)))
    blocked(
      'the merchant does not show whether an order is paid: it does not reject a second, different proof (WEBHOOK-06 in its own report)',
    )
}

/** Expects the gateway's signature in any way that the document allows: the gateway's own run judges which (SIG-07, SIG-08). */
const expectSigned = (gateway: CheckContext, { proof, signature }: SignedProof): void => {
  const payload = proof as unknown as JsonObject
  const dialects = encodingsOf(signature).flatMap(signatureEncoding =>
    canonicalWritings().map(writing => ({ ...gateway.dialect, ...writing, signatureEncoding })),
  )
  const publicKey = targetKey(gateway)
  if (!dialects.some(dialect => verifyPayload(payload, signature, { publicKey, dialect })))
    expectSignedByTarget(gateway, 'the proof of the transfer', { payload, signature })
}

/**
 * Pays an order of the merchant with a transfer at the gateway; expects that its proof names the order, and that verify shows the same
 * proof.
 */
const payOrder = async ({ gateway, merchant }: TargetPair): Promise<{ order: Order; signed: SignedProof }> => {
  const { order, urls } = await orderAt(merchant)
  const { amount, currency } = order
  const to = { ocid: merchant.ocid, reference: order.id }
  const plan = { from: gateway.partner, to, amount, currency, order: { id: order.id, urls: urls.order ?? [] } }
  const { proof, signature } = await gateway.transfer(plan).asControl('signed-proof')
  expectSigned(gateway, { proof, signature })
  expectThat(isSameAmount(proof.amount, amount), 'the proof has a different amount than the order', {
    expected: amount,
    actual: proof.amount,
  })
  const paid = { ocid: proof.to.ocid, reference: proof.to.reference, currency: proof.currency }
  expectSame(paid, { ...to, currency }, 'what the proof pays')
  const verified = await gateway.verify(proof.txid).expectAccepted('verify-completed')
  expectSame(verified.proof, proof, 'the proof at verify')
  return { order, signed: { proof, signature } }
}

/**
 * Blocks the check, naming the possible cause, if the merchant has no proof of a transfer. Delivering the proof as another gateway reveals
 * whether the merchant accepts it. The gateway may not know the merchant's webhook address, so it is not at fault.
 */
const blockUnpaid = async ({ gateway, merchant }: TargetPair, waitedMs: number): Promise<never> => {
  const { signed } = await payOrder({ gateway, merchant })
  const response = await merchant.deliver(signed)
  const { ocid, run } = merchant
  if (isIssuerRefusal(response))
    blocked(
      `the merchant does not accept the gateway as an issuer: register ${gateway.ocid} as an issuer at the merchant`,
    )
  if (!isAcceptance(response))
    blocked(
      `the merchant does not take the proof of the gateway, which verifies with the key that the gateway publishes: ${describeProofResponse(response)}. Make sure that the merchant can read the metadata of ${gateway.ocid}, and compare how the two sign (\`oc-conformance report ambiguities\`)`,
    )
  return blocked(
    `${waitedMs} ms after a transfer the merchant has no proof of it, and accepts it when the harness hands it over: give the account of ${ocid} at the gateway the webhook address ${run.target.apiUrl}, and see NOTIFY-01 in the report of the gateway`,
  )
}

/**
 * An order of one target is paid at the other: verify shows the proof, and the merchant accepts it. Heading: "What the service
 * does".
 */
const expectOrderPaid = async (targets: TargetPair): Promise<void> => {
  const { gateway, merchant } = targets
  const { mostMs } = gateway.run.patience
  await requireTelling(merchant)
  for (const delay of delaysWithin(mostMs)) {
    const { order } = await payOrder(targets)
    // The gateway may be slow to notify the merchant, so each attempt waits longer.
    await merchant.idle(pause(delay, merchant.signal))
    if (await isPaid(merchant, order)) return
  }
  await blockUnpaid(targets, mostMs)
}

/**
 * The gateway accepts an order signed the merchant's way. Only the merchant has its key, so another merchant signs the order in that
 * way; the control is the same order, signed as the gateway expects. Heading: POST /orders/checkout.
 */
const requireOrderTaken = async ({ gateway, merchant }: TargetPair): Promise<void> => {
  requireDeclared(gateway, 'orders.checkout')
  const { order, signature, urls } = await orderAt(merchant)
  const { dialect } = merchant
  if (!verifyPayload(order as unknown as JsonObject, signature, { publicKey: targetKey(merchant), dialect }))
    blocked('the signature of the order does not verify: see SIG-04 in the report of the merchant')
  const { key, ocid } = gateway.merchant
  const checkout = (dialect: Dialect) => {
    const own = { ...order, id: gateway.fresh('order'), ocid, accepts: [gateway.ocid] }
    return gateway.checkout({ order: own, signature: signPayload(own as unknown as JsonObject, key, dialect), urls })
  }
  await checkout(gateway.dialect).asControl()
  const response = await checkout(dialect)
  // The document leaves open what the two chose differently, so neither is at fault.
  if (!isSuccess(response))
    blocked(
      `the gateway refuses an order that is signed the way the merchant signs: ${summary(response)}. Make both sign in the same way: \`oc-conformance report ambiguities\` compares them`,
    )
}

/** Blocks the check if there is no response, which is not a finding: one of the two may be waiting for the other. */
const unlessSilent = async (meeting: Promise<void>): Promise<void> => {
  try {
    await meeting
  } catch (error) {
    throw error instanceof Unanswered ? new Unanswered(error.what, error.silence, true) : error
  }
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
      await unlessSilent(expectOrderPaid({ gateway, merchant }))
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
    run: merchant => unlessSilent(requireOrderTaken({ gateway: gatewayFor(merchant), merchant })),
  },
]
