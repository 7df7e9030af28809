import type { MerchantPolicies, ProofOfOrder } from '../../../../reference/merchant/contract.ts'
import type { Store } from '../../../../reference/merchant/store.ts'
import { lookThenAct } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'

const payAfterLook = async ({ record: { order }, payment }: ProofOfOrder, store: Store): Promise<boolean> => {
  const isUnpaid = await lookThenAct(store.order(order.id)?.payment === undefined)
  if (isUnpaid) store.pay(order.id, payment)
  return isUnpaid
}

/** Operations in progress, by store. */
const underWay = new WeakMap<Store, Set<string>>()

/** Serializes the proofs of one issuer for an order; those of other issuers run concurrently. */
const payInTurnOfIssuer = async (proofOfOrder: ProofOfOrder, store: Store): Promise<boolean> => {
  const keys = underWay.get(store) ?? new Set<string>()
  underWay.set(store, keys)
  const key = `${proofOfOrder.payment.issuer} ${proofOfOrder.record.order.id}`
  while (keys.has(key)) await lookThenAct(undefined)
  keys.add(key)
  try {
    return await payAfterLook(proofOfOrder, store)
  } finally {
    keys.delete(key)
  }
}

/** Faults in which two simultaneous proofs pay one order (WEBHOOK-10). */
export const paymentRaceMutants: readonly Mutant<MerchantPolicies>[] = [
  {
    name: 'an order is marked paid three milliseconds after it was looked up',
    breaks: 'WEBHOOK-10',
    kind: 'races',
    story: 'SELECT, then UPDATE, at a database in the next rack.',
    policies: { pay: payAfterLook },
  },
  {
    name: 'proofs of one order wait for each other if they have one issuer',
    breaks: 'WEBHOOK-10',
    kind: 'races',
    story: 'Each issuer has its own queue.',
    policies: { pay: payInTurnOfIssuer },
  },
]
