import type { MerchantPolicies } from '../../../../reference/merchant/contract.ts'
import type { Mutant } from '../../mutant.ts'
import { changeItems, changeOrder } from '../support/policies.ts'

/** Faults in members that are missing, empty, or falsy-looking. */
export const merchantAbsenceMutants: readonly Mutant<MerchantPolicies>[] = [
  {
    name: 'a memo needs a reference',
    kind: 'absences',
    breaks: 'ORDER-02',
    story: 'The memo is on the delivery note, which is found by the reference.',
    policies: changeOrder(({ reference, memo }) => ({ memo: reference === undefined ? undefined : memo })),
  },
  {
    name: 'the reference zero counts as absent',
    kind: 'absences',
    breaks: 'ORDER-02',
    story: "empty('0') is true in PHP.",
    policies: changeOrder(({ reference }) => ({ reference: reference === '0' ? undefined : reference })),
  },
  {
    name: 'none of an item is one',
    kind: 'absences',
    breaks: 'ORDER-02',
    story: 'quantity || 1.',
    policies: changeItems(item => ({ ...item, quantity: item.quantity || 1 })),
  },
  {
    name: 'the price of a gift is left out',
    kind: 'absences',
    breaks: 'ORDER-02',
    story: 'if (Number(price)) item.price = price.',
    policies: changeItems(({ price, ...item }) => (Number(price) === 0 ? item : { ...item, price })),
  },
]
