import { generatePrivateKey } from '../../protocol/keys.ts'
import type { Order } from '../../schemas/messages.ts'
import type { Condition } from '../conditions.ts'
import type { Stage } from '../harness/stage.ts'

const checkout = (stage: Stage, changes: Partial<Order>) => {
  const { merchant } = stage
  return stage.checkout(merchant.signs(merchant.order(changes)))
}

const byPartner = (stage: Stage) => {
  const { partner } = stage
  const merchant = stage.asMerchant(partner)
  return stage.checkout(merchant.signs(merchant.order()), { as: partner })
}

const wronglySigned = (stage: Stage) => {
  const { merchant } = stage
  return stage.checkout(merchant.signs(merchant.order(), { key: generatePrivateKey() }))
}

const atCheckout: readonly Condition[] = [
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
    provoke: stage => checkout(stage, { expiresAt: stage.now() - 86_400 }),
  },
  {
    name: 'an order that does not accept the gateway',
    operation: 'orders.checkout',
    status: 400,
    code: 'SETTLEMENT_NOT_SUPPORTED',
    provoke: stage => checkout(stage, { accepts: [stage.settlementProvider.ocid] }),
  },
]

const fromEmptyPurse = async (stage: Stage) => {
  const purse = await stage.purse(0)
  return stage.transfer({ from: purse, to: stage.merchant }, { as: purse })
}

const atTransfer: readonly Condition[] = [
  {
    name: 'a source without an account',
    operation: 'transfer.create',
    status: 400,
    code: 'ACCOUNT_NOT_FOUND',
    provoke: stage => stage.transfer({ from: stage.app, to: stage.merchant }, { as: stage.app }),
  },
  {
    name: 'an account that the caller may not debit',
    operation: 'transfer.create',
    status: 401,
    code: 'UNAUTHORIZED',
    provoke: stage => stage.transfer({ from: stage.foreign, to: stage.merchant }),
  },
  {
    name: 'a destination without an account',
    operation: 'transfer.create',
    status: 400,
    code: 'ACCOUNT_NOT_FOUND',
    provoke: stage => stage.transfer({ from: stage.partner, to: stage.nobody }),
  },
  {
    name: 'a balance below the amount',
    operation: 'transfer.create',
    status: 402,
    code: 'INSUFFICIENT_FUNDS',
    isCostly: true,
    provoke: fromEmptyPurse,
  },
]

/** Headings: POST /orders/checkout, POST /transfer/create, POST /payment/create, GET /verify/{txid}. */
export const gatewayConditions: readonly Condition[] = [
  ...atCheckout,
  ...atTransfer,
  {
    name: 'a merchant that is not registered',
    operation: 'payment.create',
    status: 400,
    code: 'MERCHANT_NOT_REGISTERED',
    provoke: stage => stage.pay(stage.paymentOf(stage.nobody)),
  },
  {
    name: 'an unknown txid',
    operation: 'verify',
    status: 404,
    code: 'TXID_NOT_FOUND',
    provoke: stage => stage.verify(stage.fresh('tx')),
  },
]
