import type { MerchantPolicies, WebhookRule } from '../../../../reference/merchant/contract.ts'
import type { OrderRecord } from '../../../../reference/merchant/records.ts'
import { webhookRules } from '../../../../reference/merchant/webhook/rules.ts'

type Fits = (record: OrderRecord, reference: string) => boolean

/** Pays the first order that fits the reference of a proof; where none does, the first that fits it in another way. */
export const findOrderBy = (...ways: readonly Fits[]): Partial<MerchantPolicies> => {
  const find: WebhookRule = ({ signed: { proof }, merchant }) => {
    const { reference = '' } = proof.to
    const orders = merchant.store.orders()
    const [found] = ways.flatMap(fits => orders.find(record => fits(record, reference)) ?? [])
    // The signature was verified before.
    if (found !== undefined && reference !== '') proof.to.reference = found.order.id
    return undefined
  }
  return { webhookRules: [...webhookRules, find] }
}

/** Pays the first order whose id is the same text after a change of both. */
export const findOrderAfter = (change: (id: string) => string): Partial<MerchantPolicies> =>
  findOrderBy(({ order }, reference) => change(order.id) === change(reference))
