import type { MerchantPolicies, WebhookRule } from '../../../../reference/merchant/contract.ts'
import type { OrderRecord } from '../../../../reference/merchant/records.ts'
import { webhookRules } from '../../../../reference/merchant/webhook/rules.ts'

type Fits = (record: OrderRecord, reference: string) => boolean

/** Pays the first order that matches the reference of a proof in the first way that finds one. */
export const findOrderBy = (...ways: readonly Fits[]): Partial<MerchantPolicies> => {
  const find: WebhookRule = ({ signed: { proof }, merchant }) => {
    const { reference = '' } = proof.to
    const orders = merchant.store.orders()
    const [found] = ways.flatMap(fits => orders.find(record => fits(record, reference)) ?? [])
    // The signature is verified at this point.
    if (found !== undefined && reference !== '') proof.to.reference = found.order.id
    return undefined
  }
  return { webhookRules: [...webhookRules, find] }
}

/** Pays the first order whose id becomes the reference when both are changed. */
export const findOrderAfter = (change: (id: string) => string): Partial<MerchantPolicies> =>
  findOrderBy(({ order }, reference) => change(order.id) === change(reference))
