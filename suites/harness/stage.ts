import type { Json } from '../../protocol/json.ts'
import { generatePrivateKey } from '../../protocol/keys.ts'
import type { Dialect } from '../../protocol/payload.ts'
import type { PaymentRequest, TransferRequest } from '../../schemas/messages.ts'
import type { Answer } from './answer.ts'
import type { Check, PropertyBody } from './clause.ts'
import type { Counterpart, Witness, Witnessed } from './counterpart.ts'
import type { Money } from './money.ts'
import { blocked } from './outcome.ts'
import { type Customer, createCustomer } from './page.ts'
import { type Counterexample, checkProperty } from './property.ts'
import { sweep } from './purse.ts'
import { type Merchant, merchantOf, paymentOf, type TransferPlan, targetOcid, transferOf } from './requests.ts'
import { codeOf, type Sent } from './sent.ts'
import type { Actor, Session } from './session.ts'
import { createTarget, type Sending, type Target } from './target.ts'

/** What the target chose, in words that a program can compare. */
export type Observation = { value: Json; note?: string }

/** How long the harness waits for what the target has to send, in milliseconds. */
export const patienceMs = 5_000

/** Everything that a check has to hand: the cast, the target, the clock and the witness. */
export type Stage = Target & {
  readonly check: Check
  readonly session: Session
  readonly signal: AbortSignal
  readonly replay: Counterexample | undefined
  readonly dialect: Dialect
  readonly money: Money
  /** The target's OCID. */
  readonly ocid: number
  readonly merchant: Merchant
  readonly merchant2: Merchant
  readonly stranger: Merchant
  /** Owns the treasury. */
  readonly partner: Actor
  /** A payment app: known key, no account, no merchant. */
  readonly app: Actor
  readonly settlementProvider: Actor
  /** In no registry, known to nobody; signs with a key of its own. */
  readonly nobody: Merchant
  /** OCID of the account that the harness may not debit. */
  readonly foreign: { ocid: number }
  readonly counterpart: Counterpart
  readonly witness: Witness
  /** The present Unix second. */
  now(): number
  fresh(kind: string): string
  /** Any actor as a merchant: it signs orders with its own key. */
  asMerchant(actor: Actor): Merchant
  checkout(body: object, sending?: Partial<Sending>): Sent
  transfer(body: TransferPlan, sending?: Partial<Sending>): Sent
  pay(body: PaymentRequest, sending?: Partial<Sending>): Sent
  transferOf(plan: TransferPlan): TransferRequest
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

/** Sets the stage for one run of one check. */
export const createStage = (
  session: Session,
  check: Check,
  run: { signal: AbortSignal; replay?: Counterexample | undefined; trace: Trace },
): Stage => {
  const { signal, trace } = run
  const target = createTarget(session, { id: check.id, signal, sent: answer => note(trace, answer.exchange) })
  const actor = (id: string): Actor => identity(session, id)
  const asMerchant = (one: Actor) => merchantOf(session, one)
  const call = (operation: Parameters<Target['call']>[0], body: object, sending: Sending) =>
    target.call(operation, body as Json, sending)
  const stage: Stage = {
    ...target,
    check,
    session,
    signal,
    replay: run.replay,
    dialect: session.profile,
    money: session.money,
    get ocid() {
      return targetOcid(session)
    },
    get merchant() {
      return asMerchant(actor('merchant'))
    },
    get merchant2() {
      return asMerchant(actor('merchant2'))
    },
    get stranger() {
      return asMerchant(actor('stranger'))
    },
    get partner() {
      return actor('partner')
    },
    get app() {
      return actor('app')
    },
    get settlementProvider() {
      return actor('settlementProvider')
    },
    get nobody() {
      return asMerchant({ id: 'nobody', ocid: 2999, name: 'Nobody', key: generatePrivateKey() })
    },
    get foreign() {
      return { ocid: session.accounts.foreign ?? blocked('no foreign account is provisioned (accounts.foreign)') }
    },
    get counterpart() {
      return counterpartOf(session)
    },
    get witness() {
      return noting(session, trace)
    },
    now: () => Math.floor(Date.now() / 1000),
    fresh: session.fresh,
    asMerchant,
    checkout: (body, sending) => call('orders.checkout', body, { as: stage.merchant, ...sending }),
    transfer: (plan, sending) => call('transfer.create', transferOf(session, plan), { as: stage.partner, ...sending }),
    pay: (body, sending) => call('payment.create', body, { as: stage.app, ...sending }),
    transferOf: plan => transferOf(session, plan),
    paymentOf: (to, changes) => paymentOf(session, to, changes),
    verify: txid => target.get(`/verify/${encodeURIComponent(txid)}`),
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
  return stage
}

const identity = (session: Session, id: string): Actor => {
  const obstacle = session.obstacles.identities[id] ?? session.obstacles.provisioning
  if (obstacle) blocked(obstacle)
  return (
    session.identities[id] ??
    blocked(`no identity \`${id}\` in the config: run \`oc-conformance init\` and register what it writes`)
  )
}

const counterpartOf = (session: Session): Counterpart => {
  if (session.obstacles.counterpart) blocked(session.obstacles.counterpart)
  return (
    session.counterpart ?? blocked('no counterpart is listening: run with the config that `oc-conformance init` writes')
  )
}

/** The witness, with whatever a check looks at filed as its evidence. */
const noting = (session: Session, trace: Trace): Witness => {
  const { witness } = counterpartOf(session)
  const filed = (requests: Witnessed[]) => {
    for (const request of requests) note(trace, session.received(request))
    return requests
  }
  return {
    get all() {
      return witness.all
    },
    find: match => filed(witness.find(match)),
    wait: async (match, options) => filed(await witness.wait(match, options)),
  }
}

/** Moves units between accounts; false where the source does not hold them. */
const moves = async (stage: Stage, from: Actor, to: { ocid: number }, units: bigint): Promise<boolean> => {
  const answer = await stage.transfer({ from, to, units }, { as: from })
  if (answer.status === 200) return true
  if (isWantOfMoney(answer)) return false
  return blocked(`a purse cannot be filled or emptied: ${answer.status} ${String(codeOf(answer) ?? '')}`)
}

/** However it is said: that it is no 402 INSUFFICIENT_FUNDS breaks TRANSFER-09, not every check that needs a purse. */
const isWantOfMoney = (answer: Answer): boolean => answer.status === 402 || codeOf(answer) === 'INSUFFICIENT_FUNDS'

const emptied = (stage: Stage, owner: Actor): Promise<bigint> =>
  sweep(units => moves(stage, owner, stage.partner, units), stage.money.most)

const fundedPurse = async (stage: Stage, trace: Trace, units: bigint): Promise<Actor> => {
  if (stage.session.obstacles.money) blocked(stage.session.obstacles.money)
  const { purse, release } = await stage.session.purses.lease(stage.signal)
  trace.undo.push(async () => {
    await emptied(stage, purse).finally(release)
  })
  await emptied(stage, purse)
  if (units > 0n && !(await moves(stage, stage.partner, purse, units)))
    blocked(`the treasury does not hold ${stage.money.amount(units)} ${stage.money.currency}`)
  return purse
}
