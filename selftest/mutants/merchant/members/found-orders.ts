import type { MerchantPolicies, WebhookRule } from '../../../../reference/merchant/contract.ts'
import type { OrderRecord } from '../../../../reference/merchant/records.ts'
import { webhookRules } from '../../../../reference/merchant/webhook/rules.ts'

/** Pays the first order that fits the reference of a proof. */
export const findOrderBy = (fits: (record: OrderRecord, reference: string) => boolean): Partial<MerchantPolicies> => {
  const find: WebhookRule = ({ signed: { proof }, merchant }) => {
    const { reference = '' } = proof.to
    const found = merchant.store.orders().find(record => fits(record, reference))
    // The signature was verified before.
    if (found !== undefined && reference !== '') proof.to.reference = found.order.id
    return undefined
  }
  return { webhookRules: [...webhookRules, find] }
}

/** Pays the first order whose id is the same text after a change of both. */
export const findOrderAfter = (change: (id: string) => string): Partial<MerchantPolicies> =>
  findOrderBy(({ order }, reference) => change(order.id) === change(reference))
