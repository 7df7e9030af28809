import type { PaidOrder } from '../../../harness/actors/issuer.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { unpaidOrder } from './orders.ts'
import { describeProofResponse, isAcceptance } from './proofs.ts'

/** Proofs that do not pay an order: what they are of, and how each departs from the correct one. */
export type WrongProofs = { what: string; changes: readonly object[] }

/** Delivers proofs that do not pay an order; a correct one afterwards must be accepted. */
export const expectUnpaidAfter = async (
  context: CheckContext,
  order: PaidOrder,
  { what, changes }: WrongProofs,
): Promise<void> => {
  const { gateway } = context
  for (const change of changes) await context.deliver(gateway.signs(gateway.proof(order, change)))
  const response = await context.deliver(gateway.signs(gateway.proof(order)))
  expectThat(isAcceptance(response), `after a proof of ${what}, the correct one is not accepted`, {
    expected: '200 accepted',
    actual: describeProofResponse(response),
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
