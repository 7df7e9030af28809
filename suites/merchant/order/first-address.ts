import type { CheckContext } from '../../../harness/context.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import { addressesOf, signedOrder } from '../../support/merchant/orders.ts'

export const firstAddress = async (context: CheckContext): Promise<string> => {
  const [address] = addressesOf(await signedOrder(context))
  return address ?? notApplicable('The order has no addresses (ORDER-05).')
}
