import type { CheckContext } from '../../../../harness/context.ts'
import type { PendingResponse } from '../../../../harness/http/pending-response.ts'
import { generatePrivateKey } from '../../../../protocol/signature/keys.ts'
import { unsupportedCurrency } from '../currencies.ts'

/** The numbered checks of POST /orders/checkout, in their order. */
export const checkoutFaults = ['not a merchant', 'signature', 'expiry', 'settlement', 'currency'] as const

/** The name of a reason to refuse an order. */
export type CheckoutFault = (typeof checkoutFaults)[number]

/** Sends a checkout that has exactly these faults. */
export const checkoutWithFaults = (context: CheckContext, faults: readonly CheckoutFault[]): PendingResponse => {
  const has = (fault: CheckoutFault) => faults.includes(fault)
  const caller = has('not a merchant') ? context.asMerchant(context.partner) : context.merchant
  const order = caller.order({
    ...(has('expiry') ? { createdAt: context.now() - 90_000, expiresAt: context.now() - 86_400 } : {}),
    ...(has('settlement') ? { accepts: [context.ocid + 1] } : {}),
    ...(has('currency') ? { currency: unsupportedCurrency(context) } : {}),
  })
  return context.checkout(caller.signs(order, has('signature') ? { key: generatePrivateKey() } : {}), { as: caller })
}
