import type { CheckContext } from '../../../harness/context.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import { addressesOf, signedOrder } from '../../support/merchant/orders.ts'

/** Returns the first address of a fresh order. */
export const firstAddress = async (context: CheckContext): Promise<string> => {
  const [address] = addressesOf(await signedOrder(context))
  return address ?? notApplicable('The order has no addresses (ORDER-05).')
}
