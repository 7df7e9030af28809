import type { PaidOrder } from '../../../harness/actors/issuer.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { fromMinorUnits } from '../../../protocol/amount.ts'
import { exponentOf } from '../../../protocol/currency.ts'
import { minimalRequest, orderSigned } from '../../support/merchant/orders.ts'

/** Currencies with zero, two and three minor digits that many shops use. */
const sold = ['JPY', 'USD', 'KWD']

/** Minor units of an order: a whole unit and a small fraction, if the currency has digits for it. */
export const units = 1_001n

/** Creates an order in a currency; undefined if the target refuses it. */
export const orderIn = async (context: CheckContext, currency: string): Promise<PaidOrder | undefined> => {
  const request = { ...minimalRequest(context), currency, amount: fromMinorUnits(units, currency) }
  const response = await context.createOrder(request)
  return isSuccess(response) ? orderSigned(request, response.json) : undefined
}

/** Returns currencies with other numbers of minor digits. */
export const othersThan = (own: string): string[] => sold.filter(code => exponentOf(code) !== exponentOf(own))

/** Why a check does not apply if a target accepts no such orders. */
export const noneTaken = 'The target accepts no orders in currencies with other numbers of minor digits.'
