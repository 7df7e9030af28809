import type { PaidOrder } from '../../../harness/actors/issuer.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import { orderToPay, ownAmount, unpaidOrder } from '../../support/merchant/orders.ts'
import {
  deliverConclusively,
  describeProofResponse,
  isAcceptance,
  payAsControl,
  sendProofControl,
} from '../../support/merchant/proofs.ts'
import { expectUnpaidAfter } from '../../support/merchant/unpaid-orders.ts'

/** Implements the check “proof of an order, after another proof”. */
export const payAfterAnotherProof = async (context: CheckContext): Promise<void> => {
  const { gateway } = context
  await sendProofControl(context)
  const request = context.orderRequestOf(ownAmount(context))
  const early = await context.deliver(gateway.signs(gateway.proof(request)))
  if (isAcceptance(early)) notApplicable('The target accepts a proof of an order that does not exist (WEBHOOK-08).')
  const order = await orderToPay(context, request)
  const response = await deliverConclusively(context, gateway.signs(gateway.proof(order)))
  expectThat(isAcceptance(response), 'the proof of an order is not accepted after another proof', {
    expected: '200 accepted: the order is unpaid',
    actual: describeProofResponse(response),
  })
}

/** Returns the changes that name an order in each string of a proof except `to.reference`. */
const namedElsewhere = ({ id }: Pick<PaidOrder, 'id'>, from: object): readonly object[] => [
  { memo: id },
  { from: { ...from, reference: id } },
  { txid: id },
]

/** Implements the check “proof of an order that proofs of no order have named elsewhere”. */
export const payAfterProofsOfNoOrder = async (context: CheckContext): Promise<void> => {
  const { gateway } = context
  await sendProofControl(context)
  const to = () => ({ ocid: context.ocid, reference: context.fresh('no-order') })
  const control = gateway.proof(await unpaidOrder(context, ownAmount(context)), { to: to() })
  if (isAcceptance(await context.deliver(gateway.signs(control))))
    notApplicable('The target accepts a proof of an order that does not exist (WEBHOOK-08).')
  const order = await unpaidOrder(context, ownAmount(context))
  const { from } = gateway.proof(order)
  const changes = namedElsewhere(order, from).map(change => ({ to: to(), ...change }))
  await expectUnpaidAfter(context, order, { what: 'no order, which names this one in another member', changes })
}

/** Returns the changes that make a proof of an order mention another order in members that do not identify the order. */
const namingAnother = ({ id }: Pick<PaidOrder, 'id'>, from: object): Readonly<Record<string, object>> => ({
  'from.reference': { from: { ...from, reference: id } },
  memo: { memo: id },
})

/** Implements the check “proofs of two orders, the first of which names the second elsewhere”. */
export const payTwoNaming = async (context: CheckContext): Promise<void> => {
  const { gateway } = context
  await sendProofControl(context)
  const make = () => unpaidOrder(context, ownAmount(context))
  const { from } = gateway.proof(await make())
  for (const where of Object.keys(namingAnother({ id: '' }, from))) {
    const [order, another] = [await make(), await make()]
    for (const [paid, changes] of [[order, namingAnother(another, from)[where]] as const, [another, {}] as const]) {
      const response = await deliverConclusively(context, gateway.signs(gateway.proof(paid, changes)))
      expectThat(
        isAcceptance(response),
        `the proof of an order is not accepted when the ${where} of one names another`,
        {
          expected: '200 accepted: to.reference determines the order of a proof, and the order is unpaid',
          actual: describeProofResponse(response),
        },
      )
    }
  }
}

/** Implements the check “proofs of two orders that one account pays at the same time”. */
export const payTwoAtOnce = async (context: CheckContext): Promise<void> => {
  const { gateway } = context
  const [first, second] = [await unpaidOrder(context), await unpaidOrder(context)]
  const proof = gateway.proof(second)
  const { from, timestamp } = proof
  await payAsControl(context, gateway.signs(gateway.proof(first, { from, timestamp })))
  const response = await deliverConclusively(context, gateway.signs(proof))
  expectThat(isAcceptance(response), 'the proof of an order is not accepted right after its account paid another one', {
    expected: '200 accepted: the order is unpaid',
    actual: describeProofResponse(response),
  })
}
