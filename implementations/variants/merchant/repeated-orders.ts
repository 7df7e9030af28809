import { Refusal } from '../../../protocol/errors.ts'
import { canonicalize } from '../../../protocol/json/canonical.ts'
import type { MerchantPolicies, OrderCreation } from '../../../reference/merchant/contract.ts'
import { idIsNew, orderRules } from '../../../reference/merchant/order/rules.ts'
import type { Rule } from '../../../reference/service/rules.ts'
import { replace } from '../../support/changes.ts'
import type { Variant } from '../variant.ts'

const idIsInUse: Rule<OrderCreation> = creation =>
  idIsNew(creation) && new Refusal('ORDER_EXISTS', 409, 'The id belongs to an order.')

/** Replaces an unpaid order when the same request is repeated. */
const idIsOfAnother: Rule<OrderCreation> = creation => {
  const known = creation.merchant.store.order(creation.request.id)
  const isSame = known?.text === canonicalize(creation.request) && known.payment === undefined
  return isSame ? undefined : idIsNew(creation)
}

/** Other answers to a used order id ("POST /orders/create"). */
export const repeatedOrderVariants: readonly Variant<MerchantPolicies>[] = [
  {
    name: 'the same order again is refused with 409',
    story: 'An id can be used once.',
    policies: { isSameRequest: () => false, orderRules: replace(orderRules, idIsNew, idIsInUse) },
  },
  {
    name: 'the same order again is made and signed afresh',
    story: 'Until it is paid, an order is only a piece of paper.',
    policies: { isSameRequest: () => false, orderRules: replace(orderRules, idIsNew, idIsOfAnother) },
  },
  {
    name: 'a used id is answered with its order, whatever else is asked',
    story: 'The id is the idempotency key.',
    policies: { isSameRequest: (request, { order }) => request.id === order.id },
  },
]
