import type { CheckContext } from '../../../harness/context.ts'
import { codeOf } from '../../../harness/http/pending-response.ts'
import { generatePrivateKey } from '../../../protocol/signature/keys.ts'
import type { Order } from '../../../schemas/messages.ts'
import type { RefusalCondition } from '../errors/refusal-condition.ts'
import { verifyUnknown } from './verify/unknown-transaction.ts'

const checkout = (context: CheckContext, changes: Partial<Order>) => {
  const { merchant } = context
  return context.checkout(merchant.signs(merchant.order(changes)))
}

const byPartner = (context: CheckContext) => {
  const { partner } = context
  const merchant = context.asMerchant(partner)
  return context.checkout(merchant.signs(merchant.order()), { as: partner })
}

const wronglySigned = (context: CheckContext) => {
  const { merchant } = context
  return context.checkout(merchant.signs(merchant.order(), { key: generatePrivateKey() }))
}

const atCheckout: readonly RefusalCondition[] = [
  {
    name: 'a caller that is no merchant',
    operation: 'orders.checkout',
    status: 401,
    code: 'MERCHANT_NOT_REGISTERED',
    provoke: byPartner,
  },
  {
    name: 'an order signature that does not verify',
    operation: 'orders.checkout',
    status: 400,
    code: 'INVALID_SIGNATURE',
    provoke: wronglySigned,
  },
  {
    name: 'an expired order',
    operation: 'orders.checkout',
    status: 400,
    code: 'ORDER_EXPIRED',
    provoke: context => checkout(context, { createdAt: context.now() - 90_000, expiresAt: context.now() - 86_400 }),
  },
  {
    name: 'an order that does not accept the gateway',
    operation: 'orders.checkout',
    status: 400,
    code: 'SETTLEMENT_NOT_SUPPORTED',
    provoke: context => checkout(context, { accepts: [context.settlementProvider.ocid] }),
  },
]

const fromEmptyAccount = async (context: CheckContext) => {
  const account = await context.account(0)
  return context.transfer({ from: account, to: context.merchant }, { as: account })
}

/** Sends as the owner, then as another caller: a target may check the permission or the caller first (TRANSFER-06, TRANSFER-10). */
const fromNoAccount = async (context: CheckContext) => {
  const { app, merchant, partner } = context
  const asOwner = await context.transfer({ from: app, to: merchant }, { as: app })
  if (codeOf(asOwner) === 'ACCOUNT_NOT_FOUND') return asOwner
  const asOther = await context.transfer({ from: app, to: merchant }, { as: partner })
  return codeOf(asOther) === 'ACCOUNT_NOT_FOUND' ? asOther : asOwner
}

const atTransfer: readonly RefusalCondition[] = [
  {
    name: 'a source without an account',
    operation: 'transfer.create',
    status: 400,
    code: 'ACCOUNT_NOT_FOUND',
    provoke: fromNoAccount,
  },
  {
    name: 'an account that the caller may not debit',
    operation: 'transfer.create',
    status: 401,
    code: 'UNAUTHORIZED',
    provoke: context => context.transfer({ from: context.foreign, to: context.merchant }),
  },
  {
    name: 'a destination without an account',
    operation: 'transfer.create',
    status: 400,
    code: 'ACCOUNT_NOT_FOUND',
    provoke: context => context.transfer({ from: context.partner, to: context.nobody }),
  },
  {
    name: 'a balance below the amount',
    operation: 'transfer.create',
    status: 402,
    code: 'INSUFFICIENT_FUNDS',
    isCostly: true,
    provoke: fromEmptyAccount,
  },
]

/** The conditions under which a gateway refuses. Headings: POST /orders/checkout, POST /transfer/create, POST /payment/create, GET /verify/{txid}. */
export const gatewayConditions: readonly RefusalCondition[] = [
  ...atCheckout,
  ...atTransfer,
  {
    name: 'a merchant that is not registered',
    operation: 'payment.create',
    status: 400,
    code: 'MERCHANT_NOT_REGISTERED',
    provoke: context => context.pay(context.paymentOf(context.nobody)),
  },
  {
    name: 'an unknown txid',
    operation: 'verify',
    status: 404,
    code: 'TXID_NOT_FOUND',
    provoke: verifyUnknown,
  },
]
