import type { JsonObject } from '../../../../protocol/json/json.ts'
import type { MerchantPolicies, WebhookRule } from '../../../../reference/merchant/contract.ts'
import { merchantPolicies } from '../../../../reference/merchant/policies.ts'
import { webhookRules } from '../../../../reference/merchant/webhook/rules.ts'
import type { Order, Proof } from '../../../../schemas/messages.ts'
import type { Mutant } from '../../mutant.ts'

/** Copies a member of an order from the body of its request, if present. */
const orderWith = (name: 'createdAt' | 'accepts'): Partial<MerchantPolicies> => ({
  newOrder: creation => {
    const request = creation.request as unknown as JsonObject
    const order = merchantPolicies.newOrder(creation)
    return (name in request ? { ...order, [name]: request[name] } : order) as Order
  },
})

/** Pays the order named by another member of a proof, if the reference names none. */
const findOrderIn = (idIn: (proof: Proof) => string | undefined): Partial<MerchantPolicies> => {
  const find: WebhookRule = ({ signed: { proof }, merchant }) => {
    const id = idIn(proof)
    const isKnown = merchant.store.order(proof.to.reference ?? '') !== undefined
    // The signature is verified at this point.
    if (!isKnown && id !== undefined && merchant.store.order(id) !== undefined) proof.to.reference = id
    return undefined
  }
  return { webhookRules: [...webhookRules, find] }
}

/** Faults of a merchant that reads a member from where it does not belong. */
export const merchantTargetSetMutants: readonly Mutant<MerchantPolicies>[] = [
  {
    name: 'an order is as old as its request says',
    kind: 'echoes',
    breaks: 'ORDER-03',
    story: '{ createdAt: now, ...body }.',
    policies: orderWith('createdAt'),
  },
  {
    name: 'an order accepts whom its request names',
    kind: 'echoes',
    breaks: 'ORDER-03',
    story: '{ accepts: issuers, ...body }.',
    policies: orderWith('accepts'),
  },
  {
    name: 'an order is found by the memo of a proof as well',
    kind: 'confusables',
    breaks: 'WEBHOOK-01',
    story: 'Bank transfers carry the order in the payment reference, so these may as well.',
    policies: findOrderIn(({ memo }) => memo),
  },
  {
    name: 'an order is found by the reference of the sender as well',
    kind: 'confusables',
    breaks: 'WEBHOOK-01',
    story: 'An early gateway mixed up the two references.',
    policies: findOrderIn(({ from }) => from.reference),
  },
  {
    name: 'an order is found by the end of its address as well',
    kind: 'confusables',
    breaks: 'WEBHOOK-01',
    story: "Some gateways sent the order's address, so its last part has been extracted since.",
    policies: findOrderIn(({ to }) => to.reference?.match(/[^/]*$/)?.[0]),
  },
]
