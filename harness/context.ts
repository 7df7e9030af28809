import type { Json } from '../protocol/json.ts'
import type { Dialect } from '../protocol/payload.ts'
import { unixSeconds } from '../protocol/unix-seconds.ts'
import type { OrderRequest, PaymentRequest, TransferRequest } from '../schemas/messages.ts'
import { emptyAccount, fundedAccount } from './actors/account-funds.ts'
import { Actors } from './actors/actors.ts'
import { orderRequestOf } from './actors/issuer.ts'
import { type Merchant, merchantOf, paymentOf, type TransferPlan, transferOf } from './actors/requests.ts'
import type { Check, PropertyBody } from './clause.ts'
import type { RecordedRequest } from './counterpart.ts'
import { PendingResponse } from './http/pending-response.ts'
import type { HttpResponse } from './http/response.ts'
import { createTarget, type SendOptions, type Target } from './http/target.ts'
import type { Money } from './money.ts'
import { type Customer, createCustomer } from './pages/checkout-page.ts'
import { type Counterexample, checkProperty } from './property.ts'
import type { Actor, RunContext } from './run-context.ts'

/** What the target chose, in words that a program can compare. */
export type Observation = { value: Json; note?: string }

/** How long the harness waits for what the target has to send, in milliseconds. */
export const patienceMs = 5_000

/** Everything that a check has to hand: the cast, the target, the clock and the witness. */
export type CheckContext = Target & Actors & Own

type Own = {
  readonly check: Check
  readonly signal: AbortSignal
  readonly replay: Counterexample | undefined
  readonly dialect: Dialect
  readonly money: Money
  /** The present Unix second. */
  now(): number
  fresh(kind: string): string
  /** Any actor as a merchant: it signs orders with its own key. */
  asMerchant(actor: Actor): Merchant
  checkout(body: object, sendOptions?: Partial<SendOptions>): PendingResponse
  transfer(body: TransferPlan, sendOptions?: Partial<SendOptions>): PendingResponse
  pay(body: PaymentRequest, sendOptions?: Partial<SendOptions>): PendingResponse
  /** orders/create at a merchant, by the app. */
  createOrder(body: object, sendOptions?: Partial<SendOptions>): PendingResponse
  /** transfer/webhook at a merchant, by the gateway. */
  deliver(body: object | Promise<object>, sendOptions?: Partial<SendOptions>): PendingResponse
  transferOf(plan: TransferPlan): TransferRequest
  orderRequestOf(changes?: Partial<OrderRequest>): OrderRequest
  paymentOf(to: { ocid: number }, changes?: Partial<PaymentRequest>): PaymentRequest
  verify(txid: string): PendingResponse
  /** A purse of this check's own that holds exactly so many units; given back, emptied, when the check ends. */
  account(units: number | bigint): Promise<Actor>
  /** Moves an account's whole holding to the treasury; answers how many units there were. */
  empty(owner: Actor): Promise<bigint>
  /** Notifications of one transaction, by its order id or reference: as soon as `count` are there, or those that came in time. */
  notifications(reference: string, options?: { count?: number; timeoutMs?: number }): Promise<RecordedRequest[]>
  /** A customer with a browser of its own. */
  customer(): Customer
  observe(value: Json, note?: string): void
  property<T>(body: PropertyBody<T>): Promise<void>
  /** Runs when the check has ended, however it did. */
  afterwards(undo: () => void | Promise<void>): void
}

/** What a check leaves behind besides its outcome. */
export type Trace = { observations: Observation[]; exchanges: string[]; undo: (() => void | Promise<void>)[] }

/** Exchanges that a check keeps: the first ones, where its controls are, and the last ones, where it broke. */
const keptExchanges = 40

const note = (trace: Trace, exchange: string) => {
  if (trace.exchanges.includes(exchange)) return
  trace.exchanges.push(exchange)
  if (trace.exchanges.length > keptExchanges) trace.exchanges.splice(keptExchanges / 2, 1)
}

type Run = { signal: AbortSignal; replay?: Counterexample | undefined; trace: Trace }

/** Sets the stage for one run of one check. */
export const createCheckContext = (run: RunContext, check: Check, { signal, trace, replay }: Run): CheckContext => {
  const target = createTarget(run, { id: check.id, signal, sent: response => note(trace, response.exchange) })
  const asMerchant = (one: Actor) => merchantOf(run, one)
  const call = (operation: Parameters<Target['call']>[0], body: object | Promise<object>, sendOptions: SendOptions) =>
    target.call(operation, body as Json | Promise<Json>, sendOptions)
  const own: Own = {
    check,
    signal,
    replay,
    dialect: run.profile,
    money: run.money,
    now: unixSeconds,
    fresh: run.fresh,
    asMerchant,
    checkout: (body, sendOptions) => call('orders.checkout', body, { as: context.merchant, ...sendOptions }),
    transfer: (plan, sendOptions) =>
      call('transfer.create', transferOf(run, plan), { as: context.partner, ...sendOptions }),
    pay: (body, sendOptions) => call('payment.create', body, { as: context.app, ...sendOptions }),
    createOrder: (body, sendOptions) => call('orders.create', body, { as: context.app, ...sendOptions }),
    deliver: (body, sendOptions) => call('transfer.webhook', body, { as: context.gateway, ...sendOptions }),
    transferOf: plan => transferOf(run, plan),
    orderRequestOf: changes => orderRequestOf(run, changes),
    paymentOf: (to, changes) => paymentOf(run, to, changes),
    verify: txid => new PendingResponse(verified(context, txid), 'GET /verify/{txid}'),
    account: units => fundedAccount(context, trace, BigInt(units)),
    empty: owner => emptyAccount(context, owner),
    notifications: (reference, { count = 1, timeoutMs = patienceMs } = {}) =>
      context.journal.wait(request => request.kind === 'notification' && request.reference === reference, {
        count,
        timeoutMs,
        signal,
      }),
    customer: () => createCustomer(run, context),
    observe: (value, comment) =>
      void trace.observations.push({ value, ...(comment === undefined ? {} : { note: comment }) }),
    property: body => checkProperty(context, body),
    afterwards: undo => void trace.undo.push(undo),
  }
  // Those who play stand behind getters, which an object spread would call.
  const context: CheckContext = Object.assign(new Actors(run, exchange => note(trace, exchange)), target, own)
  return context
}

/**
 * Reads a transaction without authentication. A target that wrongly asks for it (AUTH-20) is asked once more, signed, so that what
 * it shows can be judged.
 */
const verified = async (context: CheckContext, txid: string): Promise<HttpResponse> => {
  const path = `/verify/${encodeURIComponent(txid)}`
  const open = await context.get(path)
  const { partner } = context.run.identities
  if (![401, 403].includes(open.status) || partner === undefined) return open
  return context.call('verify', undefined, { as: partner, path })
}
