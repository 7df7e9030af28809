import { generatePrivateKey } from '../../../../protocol/signature/keys.ts'
import type { MerchantPolicies } from '../../../../reference/merchant/contract.ts'
import { idIsNew, ocidIsOwn, orderRules } from '../../../../reference/merchant/order/rules.ts'
import { merchantPolicies } from '../../../../reference/merchant/policies.ts'
import { without } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'
import { requestedOrder } from '../support/policies.ts'

const anotherKey = generatePrivateKey()

/** Faults in the orders that a merchant signs (ORDER-04, ORDER-07, ORDER-09). */
export const orderSignatureMutants: readonly Mutant<MerchantPolicies>[] = [
  {
    name: 'the request is signed instead of the order',
    breaks: 'ORDER-04',
    alsoBreaks: ['SIG-04', 'FLOW-01'],
    story: 'createdAt and accepts are added after signing.',
    policies: { signOrder: (order, creation) => merchantPolicies.signOrder(requestedOrder(order), creation) },
  },
  {
    name: 'orders are signed with another key than the published one',
    breaks: 'ORDER-04',
    alsoBreaks: ['SIG-04', 'FLOW-01'],
    story: 'The key changed in the metadata, and the shop was not restarted.',
    policies: {
      signOrder: (order, { merchant }) => merchant.policies.signPayload(order, anotherKey, merchant.profile),
    },
  },
  {
    name: 'absent members are signed as empty ones',
    breaks: 'ORDER-04',
    alsoBreaks: ['SIG-04'],
    story: 'The signed model starts with empty strings, but the serializer omits empty members.',
    policies: {
      signOrder: (order, creation) => merchantPolicies.signOrder({ memo: '', reference: '', ...order }, creation),
    },
  },
  {
    name: "the gateway's and other orders are signed, too",
    breaks: 'ORDER-07',
    story: 'The ocid of the request is copied into the order like everything else.',
    policies: { orderRules: without(orderRules, ocidIsOwn) },
  },
  {
    name: 'two orders are signed under one id',
    breaks: 'ORDER-09',
    story: 'INSERT … ON CONFLICT DO UPDATE: the app may correct its order at any time.',
    policies: { orderRules: without(orderRules, idIsNew) },
  },
]
