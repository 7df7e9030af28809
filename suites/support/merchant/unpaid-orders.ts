import type { PaidOrder } from '../../../harness/actors/issuer.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { unpaidOrder } from './orders.ts'
import { deliverConclusively, describeProofResponse, isAcceptance } from './proofs.ts'

/** Proofs that do not pay an order: their kinds, and how each differs from the correct one. */
export type WrongProofs = { what: string; changes: readonly object[] }

/** Delivers proofs that do not pay an order; a correct one afterwards must be accepted. */
export const expectUnpaidAfter = async (
  context: CheckContext,
  order: PaidOrder,
  { what, changes }: WrongProofs,
): Promise<void> => {
  const { gateway } = context
  const wrong: HttpResponse[] = []
  for (const change of changes) wrong.push(await context.deliver(gateway.signs(gateway.proof(order, change))))
  const response = await deliverConclusively(context, gateway.signs(gateway.proof(order)))
  const accepted = wrong.find(isAcceptance)
  const finding = `after a proof of ${what}, the correct one is not accepted`
  expectThat(isAcceptance(response), accepted ? `${finding}: the wrong proof was accepted instead` : finding, {
    expected: '200 accepted',
    actual: accepted
      ? `${describeProofResponse(accepted)} for the wrong proof, ${describeProofResponse(response)} for the correct one`
      : describeProofResponse(response),
  })
}

/** The same for a fresh order. */
export const expectLeftUnpaid = async (
  context: CheckContext,
  what: string,
  changes: (order: PaidOrder) => object | readonly object[],
): Promise<void> => {
  const order = await unpaidOrder(context)
  await expectUnpaidAfter(context, order, { what, changes: [changes(order)].flat() })
}
