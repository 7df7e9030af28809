import type { Check } from '../../harness/clause.ts'
import type { CheckContext } from '../../harness/context.ts'
import { expectSignedByTarget, member } from '../../harness/http/target-signature.ts'
import { blocked, expectSame, expectThat } from '../../harness/outcome.ts'
import { pause } from '../../harness/pause.ts'
import type { JsonObject } from '../../protocol/json.ts'
import type { Order, SignedOrder } from '../../schemas/messages.ts'

/** Two real targets that are registered at each other, each with a stage of its own. */
type Meeting = { gateway: CheckContext; merchant: CheckContext }

/** Milliseconds after which the merchant is asked whether it took the proof, each time for another order. */
const delays = [100, 400, 1_000, 2_500, 5_000]

/** The app creates an order at the merchant and pays it by a transfer at the gateway that names the order. */
const paidOrder = async ({ gateway, merchant }: Meeting): Promise<{ order: Order; paid: JsonObject }> => {
  const signed = await merchant.createOrder(merchant.orderRequestOf()).asControl<SignedOrder>('signed-order')
  const { order, urls } = signed
  const plan = {
    from: gateway.partner,
    to: { ocid: merchant.ocid, reference: order.id },
    amount: order.amount,
    currency: order.currency,
  }
  const paid = await gateway
    .transfer({ ...plan, order: { id: order.id, urls: urls?.order ?? [] } })
    .asControl('signed-proof')
  return { order, paid }
}

/** Whether the merchant holds the order for paid: a second, different proof of it is then rejected. */
const isTaken = async ({ merchant }: Meeting, order: Order): Promise<boolean> => {
  const { gateway: issuer } = merchant
  const response = await merchant.deliver(issuer.signs(issuer.proof(order)))
  return member(response.json, 'status') === 'rejected'
}

/** Order at one target, transfer at the other: verify agrees, and the merchant took the proof. Heading: What the service does. */
const merchantTakesProof = async (meeting: Meeting): Promise<void> => {
  const { gateway, merchant } = meeting
  for (const delay of delays) {
    const { order, paid } = await paidOrder(meeting)
    expectSignedByTarget(gateway, 'the proof of the transfer', {
      payload: member(paid, 'proof') ?? {},
      signature: member(paid, 'signature'),
    })
    const verified = await gateway
      .verify(String(member(member(paid, 'proof'), 'txid')))
      .expectAccepted<JsonObject>('verify-completed')
    expectSame(verified.proof, paid.proof, 'the proof at verify')
    // The gateway tells the merchant in its own time: the proof is given ever more of it.
    await pause(delay, merchant.signal)
    if (await isTaken(meeting, order)) return
  }
  expectThat(false, 'the merchant did not take the proof of a transfer that names its order', {
    expected: 'a second, different proof of the order is rejected',
    actual: `accepted ${delays.at(-1)} ms after the transfer`,
  })
}

/** What two targets are held to together; `meet` brings the stage of the gateway. */
export const togetherChecks = (meet: (merchant: CheckContext) => CheckContext): Check[] => [
  {
    id: 'together/order-paid-by-a-transfer',
    title: 'order of the merchant, paid by a transfer at the gateway',
    clauses: ['FLOW-01'],
    roles: ['gateway', 'merchant'],
    operations: ['orders.create', 'transfer.create', 'transfer.webhook', 'verify'],
    kind: 'clause',
    alone: true,
    last: false,
    run: async merchant => {
      const gateway = meet(merchant)
      if (gateway.ocid === merchant.ocid) blocked('both targets have one OCID: give each config its own')
      await merchantTakesProof({ gateway, merchant })
    },
  },
]
