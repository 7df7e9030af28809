import type { MerchantPolicies, OrderCreation } from '../../../../reference/merchant/contract.ts'
import { idIsNew, orderRules } from '../../../../reference/merchant/order/rules.ts'
import { replace } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'

/** When each id was first used, in milliseconds, by store. */
const taken = new WeakMap<object, Map<string, number>>()

/** Looks ids up in an index that lags by three milliseconds. */
const idWasNew = (creation: OrderCreation) => {
  const { store } = creation.merchant
  const times = taken.get(store) ?? new Map<string, number>()
  taken.set(store, times)
  const now = performance.now()
  const since = times.get(creation.request.id)
  if (since !== undefined && now - since > 3) return idIsNew(creation)
  times.set(creation.request.id, since ?? now)
  return undefined
}

/** Faults in which two simultaneous orders get the same id (ORDER-09). */
export const orderIdRaceMutants: readonly Mutant<MerchantPolicies>[] = [
  {
    name: 'an id is looked up three milliseconds before it is taken',
    breaks: 'ORDER-09',
    kind: 'races',
    story: 'SELECT, then INSERT, and the column has no unique index.',
    policies: { orderRules: replace(orderRules, idIsNew, idWasNew) },
  },
]
