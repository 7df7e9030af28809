import { fromMinorUnits, toMinorUnits } from '../../protocol/amount.ts'
import type { Dialect } from '../../protocol/profile.ts'
import type { OrderItem, OrderRequest, PaymentRequest, TransferRequest } from '../../schemas/messages.ts'
import { type Merchant, merchantOf } from '../actors/merchant.ts'
import { targetOcid } from '../actors/target-ocid.ts'
import type { Money } from '../money.ts'
import type { Actor, RunContext } from '../run-context.ts'

/** A check's description of a transfer: `units` of the run's money, 1 by default, unless `amount` is given. */
export type TransferPlan = {
  from: { ocid: number }
  to: { ocid: number }
  units?: number | bigint
} & Partial<TransferRequest>

/** Makes correct request bodies. */
export type RequestBodies = {
  /** How the target signs payloads. */
  readonly dialect: Dialect
  /** Returns a unique text that contains `kind`. */
  fresh(kind: string): string
  /** Turns any actor into a merchant, which signs orders with its own key. */
  asMerchant(actor: Actor): Merchant
  /** Makes a body for transfer/create, with fresh references. Heading: POST /transfer/create. */
  transferOf(plan: TransferPlan): TransferRequest
  /** Makes a body for orders/create, with every optional member. Heading: POST /orders/create. */
  orderRequestOf(changes?: Partial<OrderRequest>): OrderRequest
  /** Makes a body for payment/create. Heading: POST /payment/create. */
  paymentOf(to: { ocid: number }, changes?: Partial<PaymentRequest>): PaymentRequest
}

/** Creates the request bodies of a run, with its identities, amounts and fresh ids. */
export const createRequestBodies = (run: RunContext): RequestBodies => ({
  dialect: run.profile,
  fresh: run.fresh,
  asMerchant: actor => merchantOf(run, actor),
  transferOf: plan => transferOf(run, plan),
  orderRequestOf: changes => orderRequestOf(run, changes),
  paymentOf: (to, changes) => paymentOf(run, to, changes),
})

const transferOf = (run: RunContext, { from, to, units, ...changes }: TransferPlan): TransferRequest => ({
  amount: run.money.amount(units ?? 1),
  currency: run.money.currency,
  ...changes,
  from: { reference: run.fresh('from'), ...partyOf(from) },
  to: { reference: run.fresh('to'), ...partyOf(to) },
})

/** Removes an actor's name and key, which are not members of a party. */
const partyOf = (party: { ocid: number; reference?: string }) => ({
  ocid: party.ocid,
  ...(party.reference === undefined ? {} : { reference: party.reference }),
})

const orderRequestOf = (run: RunContext, changes: Partial<OrderRequest> = {}): OrderRequest => {
  return {
    id: run.fresh('order'),
    ocid: targetOcid(run),
    ...purchaseOf(run, changes.amount),
    currency: run.money.currency,
    reference: run.fresh('ref'),
    memo: run.fresh('memo'),
    expiresAt: run.clock.now() + 3600,
    ...changes,
  }
}

/** Returns items and their sum: if the target has a catalogue, its items at their prices, or none for a given sum; otherwise one item. */
const purchaseOf = ({ items, money }: RunContext, sum?: string): Pick<OrderRequest, 'amount' | 'items'> => {
  if (items.length > 0)
    return sum === undefined ? { items: [...items], amount: totalOf(items, money) } : { amount: sum }
  const amount = sum ?? money.amount()
  return { amount, items: [{ id: 'item-1', name: 'Conformance item', quantity: 1, price: amount }] }
}

const totalOf = (items: readonly OrderItem[], { currency }: Money): string =>
  fromMinorUnits(
    items.reduce((sum, { quantity, price }) => sum + BigInt(quantity) * (toMinorUnits(price, currency) ?? 0n), 0n),
    currency,
  )

const paymentOf = (run: RunContext, to: { ocid: number }, changes: Partial<PaymentRequest> = {}): PaymentRequest => ({
  to: to.ocid,
  amount: run.money.amount(),
  currency: run.money.currency,
  reference: run.fresh('payment'),
  ...changes,
})
