import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import type { Order } from '../../../schemas/messages.ts'

/** Makes orders in the second currency of the run; not applicable unless the target accepts them. */
export const inSecondCurrency = async (context: CheckContext): Promise<(changes?: Partial<Order>) => Order> => {
  const { merchant, run, checkout } = context
  const { currency, amount } =
    run.secondMoney ?? notApplicable('There are no accounts in a second currency (secondCurrency in the config).')
  const make = (changes: Partial<Order> = {}) =>
    merchant.order({ currency, amount: amount(100), items: [], ...changes })
  const control = await checkout(merchant.signs(make()))
  return isSuccess(control) ? make : notApplicable(`The target accepts no order in ${currency}.`)
}
