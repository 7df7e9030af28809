import type { PaidOrder } from '../../../harness/actors/issuer.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { fromMinorUnits } from '../../../protocol/amount.ts'
import { exponentOf } from '../../../protocol/currency.ts'
import { minimalRequest, orderSigned } from '../../support/merchant/orders.ts'

/** Currencies of zero, two and three minor digits in which many shops sell. */
const sold = ['JPY', 'USD', 'KWD']

/** Minor units of an order: of a whole unit, and a trace, where there are digits for it. */
export const units = 1_001n

/** Creates an order in a currency; undefined if the target does not take it. */
export const orderIn = async (context: CheckContext, currency: string): Promise<PaidOrder | undefined> => {
  const request = { ...minimalRequest(context), currency, amount: fromMinorUnits(units, currency) }
  const response = await context.createOrder(request)
  return isSuccess(response) ? orderSigned(request, response.json) : undefined
}

/** Returns currencies of other minor digits. */
export const othersThan = (own: string): string[] => sold.filter(code => exponentOf(code) !== exponentOf(own))

/** Why a check does not apply where a target takes no such orders. */
export const noneTaken = 'The target takes no orders in currencies of other minor digits.'
