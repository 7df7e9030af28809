import type { CheckContext } from '../../../harness/context.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import { roundsOf } from '../../../harness/race.ts'
import type { SignedProof } from '../../../schemas/messages.ts'
import { retrieve } from '../../support/merchant/order-retrieval.ts'
import { addressesOf, orderSigned, signedOrder } from '../../support/merchant/orders.ts'
import { expectNotAccepted, isAcceptance, sendProofControl } from '../../support/merchant/proofs.ts'

const readers = 3

/** How many proofs are delivered one by one after the first: together they take longer than a reader needs to write back. */
const furtherProofs = 5

/** Delivers a proof while the order is repeatedly read at its address. Returns whether the proof was accepted. */
const payWhileRead = async (context: CheckContext, body: SignedProof, address: string): Promise<boolean> => {
  await retrieve(context, address)
  let isAnswered = false
  const read = async () => {
    while (!(isAnswered || context.signal.aborted)) await retrieve(context, address)
  }
  const reading = Promise.allSettled(Array.from({ length: readers }, read))
  try {
    return isAcceptance(await context.deliver(body))
  } finally {
    isAnswered = true
    await reading
  }
}

/** Implements the check “second proof of an order that was read while it was paid”. */
export const paySecondAfterRead = async (context: CheckContext): Promise<void> => {
  await sendProofControl(context)
  const { gateway } = context
  for (const _round of roundsOf(context)) {
    const request = context.orderRequestOf()
    const signed = await signedOrder(context, request)
    const [address] = addressesOf(signed)
    if (address === undefined) return notApplicable('The order has no addresses (ORDER-05).')
    const order = orderSigned(request, { ...signed })
    if (!(await payWhileRead(context, gateway.signs(gateway.proof(order)), address))) continue
    // The write of a read request may happen a little after its response.
    for (let later = 0; later < furtherProofs; later++) {
      const further = gateway.signs(gateway.proof(order))
      expectNotAccepted(await context.deliver(further), 'a second proof of an order that was read while it was paid')
    }
  }
}
