import { isDeepStrictEqual } from 'node:util'
import { Refusal } from '../../../../protocol/errors.ts'
import { unixSeconds } from '../../../../reference/every-role/wire-format/values.ts'
import type { MerchantPolicies, OrderCreation } from '../../../../reference/merchant/contract.ts'
import { idIsNew, orderRules } from '../../../../reference/merchant/order/rules.ts'
import type { OrderRecord } from '../../../../reference/merchant/records.ts'
import type { Rule } from '../../../../reference/service/rules.ts'
import type { Order } from '../../../../schemas/messages.ts'
import { replace } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'
import { requestedOrder } from '../support/policies.ts'

/** Allows reuse of an id once its order is closed. */
const idIsNewUnless = (
  isDone: (before: Readonly<OrderRecord>, creation: OrderCreation) => boolean,
): Pick<MerchantPolicies, 'orderRules'> => ({
  orderRules: replace(orderRules, idIsNew, creation => {
    const before = creation.merchant.store.order(creation.request.id)
    return before !== undefined && isDone(before, creation) ? undefined : idIsNew(creation)
  }),
})

/** Ids of requests, refused ones included. */
const requestedIds = new Set<string>()

const idWasNotRequested: Rule<OrderCreation> = ({ request: { id } }) => {
  if (requestedIds.has(id)) return new Refusal('INVALID_REQUEST', 400, 'The id is used.')
  requestedIds.add(id)
  return undefined
}

/** Replaces the items of an order by their number. */
const countItems = (order: object): object => {
  const { items, ...others } = order as Order
  return { ...others, items: items?.length ?? 0 }
}

/** Faults in how long an id stays in use, and in its users (ORDER-01, ORDER-09). */
export const usedIdMutants: readonly Mutant<MerchantPolicies>[] = [
  {
    name: 'the id of a paid order is free again',
    breaks: 'ORDER-09',
    story: 'CREATE UNIQUE INDEX … WHERE status = open: paid orders are in the archive.',
    policies: idIsNewUnless(({ payment }) => payment !== undefined),
  },
  {
    name: 'the id of an order that has expired is free again',
    breaks: 'ORDER-09',
    story: 'Orders are kept in a cache until they expire.',
    policies: idIsNewUnless(
      ({ order }, { merchant: { ports } }) => (order.expiresAt ?? Number.POSITIVE_INFINITY) < unixSeconds(ports),
    ),
  },
  {
    name: 'an order is replaced by one with as many other items',
    kind: 'confusables',
    breaks: 'ORDER-09',
    story: 'The order columns are compared, but only the number of lines.',
    policies: idIsNewUnless(({ order }, { request }) =>
      isDeepStrictEqual(countItems(requestedOrder(order)), countItems(request)),
    ),
  },
  {
    name: 'a request that is refused uses up the id of its order',
    breaks: 'ORDER-01',
    story: 'The id is inserted first, to find repetitions, and a refusal rolls nothing back.',
    policies: { orderRules: [idWasNotRequested, ...orderRules] },
  },
]
