import type { Json } from '../../protocol/json.ts'
import type { Dialect } from '../../protocol/payload.ts'
import type { OrderRequest, PaymentRequest, TransferRequest } from '../../schemas/messages.ts'
import type { Answer } from './answer.ts'
import { Cast } from './cast.ts'
import type { Check, PropertyBody } from './clause.ts'
import type { Witnessed } from './counterpart.ts'
import { emptied, fundedPurse } from './funds.ts'
import { orderRequestOf } from './issuer.ts'
import type { Money } from './money.ts'
import { type Customer, createCustomer } from './page.ts'
import { type Counterexample, checkProperty } from './property.ts'
import { type Merchant, merchantOf, paymentOf, type TransferPlan, transferOf } from './requests.ts'
import { Sent } from './sent.ts'
import type { Actor, Session } from './session.ts'
import { createTarget, type Sending, type Target } from './target.ts'

/** What the target chose, in words that a program can compare. */
export type Observation = { value: Json; note?: string }

/** How long the harness waits for what the target has to send, in milliseconds. */
export const patienceMs = 5_000

/** Everything that a check has to hand: the cast, the target, the clock and the witness. */
export type Stage = Target & Cast & Own

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
  checkout(body: object, sending?: Partial<Sending>): Sent
  transfer(body: TransferPlan, sending?: Partial<Sending>): Sent
  pay(body: PaymentRequest, sending?: Partial<Sending>): Sent
  /** orders/create at a merchant, by the app. */
  createOrder(body: object, sending?: Partial<Sending>): Sent
  /** transfer/webhook at a merchant, by the gateway. */
  deliver(body: object | Promise<object>, sending?: Partial<Sending>): Sent
  transferOf(plan: TransferPlan): TransferRequest
  orderRequestOf(changes?: Partial<OrderRequest>): OrderRequest
  paymentOf(to: { ocid: number }, changes?: Partial<PaymentRequest>): PaymentRequest
  verify(txid: string): Sent
  /** A purse of this check's own that holds exactly so many units; given back, emptied, when the check ends. */
  purse(units: number | bigint): Promise<Actor>
  /** Moves an account's whole holding to the treasury; answers how many units there were. */
  empty(owner: Actor): Promise<bigint>
  /** Notifications of one transaction, by its order id or reference: as soon as `count` are there, or those that came in time. */
  notifications(reference: string, options?: { count?: number; timeoutMs?: number }): Promise<Witnessed[]>
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
export const createStage = (session: Session, check: Check, { signal, trace, replay }: Run): Stage => {
  const target = createTarget(session, { id: check.id, signal, sent: answer => note(trace, answer.exchange) })
  const asMerchant = (one: Actor) => merchantOf(session, one)
  const call = (operation: Parameters<Target['call']>[0], body: object | Promise<object>, sending: Sending) =>
    target.call(operation, body as Json | Promise<Json>, sending)
  const own: Own = {
    check,
    signal,
    replay,
    dialect: session.profile,
    money: session.money,
    now: () => Math.floor(Date.now() / 1000),
    fresh: session.fresh,
    asMerchant,
    checkout: (body, sending) => call('orders.checkout', body, { as: stage.merchant, ...sending }),
    transfer: (plan, sending) => call('transfer.create', transferOf(session, plan), { as: stage.partner, ...sending }),
    pay: (body, sending) => call('payment.create', body, { as: stage.app, ...sending }),
    createOrder: (body, sending) => call('orders.create', body, { as: stage.app, ...sending }),
    deliver: (body, sending) => call('transfer.webhook', body, { as: stage.gateway, ...sending }),
    transferOf: plan => transferOf(session, plan),
    orderRequestOf: changes => orderRequestOf(session, changes),
    paymentOf: (to, changes) => paymentOf(session, to, changes),
    verify: txid => new Sent(verified(stage, txid), 'GET /verify/{txid}'),
    purse: units => fundedPurse(stage, trace, BigInt(units)),
    empty: owner => emptied(stage, owner),
    notifications: (reference, { count = 1, timeoutMs = patienceMs } = {}) =>
      stage.witness.wait(request => request.kind === 'notification' && request.reference === reference, {
        count,
        timeoutMs,
        signal,
      }),
    customer: () => createCustomer(session, stage),
    observe: (value, comment) =>
      void trace.observations.push({ value, ...(comment === undefined ? {} : { note: comment }) }),
    property: body => checkProperty(stage, body),
    afterwards: undo => void trace.undo.push(undo),
  }
  // Those who play stand behind getters, which an object spread would call.
  const stage: Stage = Object.assign(new Cast(session, exchange => note(trace, exchange)), target, own)
  return stage
}

/**
 * Reads a transaction without authentication. A target that wrongly asks for it (AUTH-20) is asked once more, signed, so that what
 * it shows can be judged.
 */
const verified = async (stage: Stage, txid: string): Promise<Answer> => {
  const path = `/verify/${encodeURIComponent(txid)}`
  const open = await stage.get(path)
  const { partner } = stage.session.identities
  if (![401, 403].includes(open.status) || partner === undefined) return open
  return stage.call('verify', undefined, { as: partner, path })
}
