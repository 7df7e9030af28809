import type { PaidOrder } from '../../../harness/actors/issuer.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { Proof, SignedProof } from '../../../schemas/messages.ts'
import { otherOcids } from '../../members/values/similar-numbers.ts'
import { minimalRequest, orderToPay, ownAmount, unpaidOrder } from '../../support/merchant/orders.ts'
import { payAsControl } from '../../support/merchant/proofs.ts'
import { expectUnpaidAfter } from '../../support/merchant/unpaid-orders.ts'

/** The sender of an external transfer is a partner of the issuer. Heading: POST /transfer/create. */
export const fromPartner = ({ app, fresh }: CheckContext): Partial<Proof> => ({
  from: { ocid: app.ocid, reference: fresh('from') },
})

/** Fails the clause if a proof with one change pays an order without optional members. */
export const expectMinimalUnpaid = async (
  context: CheckContext,
  { what, change }: { what: string; change: object },
) => {
  const { gateway } = context
  await payAsControl(context, gateway.signs(gateway.proof(await orderToPay(context, minimalRequest(context)))))
  const order = await orderToPay(context, minimalRequest(context))
  await expectUnpaidAfter(context, order, { what, changes: [change] })
}

/** Proofs that would also be rejected because of their order. */
export const proofsInStates: Readonly<Record<string, (context: CheckContext) => Promise<Proof>>> = {
  'an order that does not exist': async context => context.gateway.proof(context.orderRequestOf(ownAmount(context))),
  'an order that is paid': async context => {
    const { gateway } = context
    const order = await unpaidOrder(context)
    await payAsControl(context, gateway.signs(gateway.proof(order)))
    return gateway.proof(order)
  },
  'another amount': async context =>
    context.gateway.proof(await unpaidOrder(context), { amount: context.money.amount(99) }),
}

/** Returns OCIDs that a careless comparison mistakes for one, or for a missing one. */
export const similarAccounts = (ocid: number): Readonly<Record<string, number>> => ({
  ...otherOcids(ocid),
  zero: 0,
  'with a minus sign': -ocid,
})

/** Returns a signed proof of an order. */
export const signedProofOf = ({ gateway }: CheckContext, order: PaidOrder, changes: object = {}): SignedProof =>
  gateway.signs(gateway.proof(order, changes))
