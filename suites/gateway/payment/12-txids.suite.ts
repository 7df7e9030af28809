/**
 * PAYMENT-12 · Each payment has a txid of its own, and none that a transfer has (equal requests, or requests for one
 * order, may stand for one payment, which further requests leave as it is).
 */

import fc from 'fast-check'
import { isDeclared } from '../../../harness/capabilities.ts'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { blocked, expectThat, isSameJson } from '../../../harness/outcome.ts'
import { waits } from '../../../harness/patience.ts'
import { pause } from '../../../harness/pause.ts'
import { type JsonObject, memberOf } from '../../../protocol/json/json.ts'
import type { PaymentRequest } from '../../../schemas/messages.ts'
import type { Drawn } from '../../members/draw.ts'
import { paymentBody, paymentMessages } from '../../members/gateway-messages.ts'
import { unlessQuick } from '../../members/samples.ts'
import { bodyMembers } from '../../members/table.ts'
import { edit } from '../../support/edit.ts'
import { areDistinct } from '../../support/gateway/entropy.ts'
import {
  createPayment,
  createTransfer,
  proofOf,
  readTransaction,
  referencedOrder,
  txidOf,
} from '../../support/gateway/transactions.ts'
import { paymentDespite, refused, sentByCaller } from './target-set.ts'

const { clause } = defineSuite({ id: 'payment-target-set', roles: ['gateway'], operations: ['payment.create'] })

clause(
  'PAYMENT-12',
  'txid that the caller sends',
  async context => {
    await createPayment(context)
    const more = sentByCaller(context)
    const first = (await paymentDespite(context, more)) ?? refused()
    // A gateway that treats the txid as the name of one payment refuses another.
    const second = await paymentDespite(context, more)
    expectThat(second === undefined || txidOf(second) !== txidOf(first), 'two payments have the same txid', {
      expected: 'a different txid for each payment, or a refusal',
      actual: txidOf(first),
    })
  },
  { fromTable: true },
)

const payment = defineSuite({ id: 'payment', roles: ['gateway'], operations: ['payment.create'] })

/** Returns the parts of a payment, as verify shows it, that are fixed at creation. */
const creationOf = async (context: CheckContext, txid: string) => {
  const { json } = await readTransaction(context, txid)
  return {
    createdAt: memberOf(json, 'createdAt'),
    expiresAt: memberOf(json, 'expiresAt'),
    amount: memberOf(json, 'amount'),
  }
}

/** Returns whether requests with the same txid are one payment, which a further request leaves unchanged. */
const isOnePayment = async (context: CheckContext, body: PaymentRequest, txid: string): Promise<boolean> => {
  const before = await creationOf(context, txid)
  await pause(waits.laterSecond.ms, context.signal)
  await context.pay(body)
  return isSameJson(await creationOf(context, txid), before)
}

const expectDistinct = (txids: readonly string[]) =>
  expectThat(areDistinct(txids), 'two payments have the same txid', {
    expected: 'as many txids as payments',
    actual: txids,
  })

/** Fails the clause if different payments share a txid; `body`: the body of the first. */
const expectDistinctOrOne = async (context: CheckContext, body: PaymentRequest, txids: readonly string[]) => {
  const [txid = ''] = txids
  const areOne = new Set(txids).size === 1 && txids.length > 1 && isDeclared(context, 'verify')
  if (areOne && (await isOnePayment(context, body, txid))) return
  expectDistinct(txids)
}

const txidsOf = (responses: readonly HttpResponse[]) => responses.filter(isSuccess).map(({ json }) => txidOf(json))

/** A gateway may refuse a second equal payment, or return the existing one; a new one must have a new txid. */
const expectDifferentTxids = async (context: CheckContext, bodies: readonly [PaymentRequest, ...PaymentRequest[]]) => {
  const responses = await Promise.all(bodies.map(body => context.pay(body)))
  const txids = txidsOf(responses)
  if (txids.length === 0) blocked(`no payment is accepted: ${responses.map(summary).join(', ')}`)
  await expectDistinctOrOne(context, bodies[0], txids)
}

payment.clause('PAYMENT-12', 'equal payments', async context => {
  const body = context.paymentOf(context.merchant)
  await expectDifferentTxids(context, [body, body, body])
})

payment.clause('PAYMENT-12', 'payments for one order', async context => {
  const { order, orderReference } = referencedOrder(context, 100)
  const payment = () => context.paymentOf(context.merchant, { amount: order.amount, order: orderReference })
  await expectDifferentTxids(context, [payment(), payment(), payment()])
})

/** A payment, and a member that a second payment copies from `other`, or lacks. */
type Pair = { payment: Drawn; other: Drawn; member: string }

/** Returns the requests of both payments: they are equal except for the member, even in values that are usually fresh. */
const requestsOf = (context: CheckContext, { payment, other, member }: Pair): [JsonObject, JsonObject] => {
  const first = paymentBody(context, payment)
  const { [member]: _replaced, ...shared } = payment
  const value = other[member]
  const second = paymentBody(context, value === undefined ? shared : { ...shared, [member]: value })
  const same = ['reference', 'order'].filter(name => !member.startsWith(name))
  return [first, same.reduce((body, name) => edit(body, name, first[name]), second)]
}

/** Returns pairs that differ in each member, of the plain payment and of the one without optional members. */
const pairsOf = ([plain = {}, bare = {}, ...samples]: readonly Drawn[]): Pair[] =>
  [plain, bare].flatMap(payment =>
    Object.entries(plain).flatMap(([member, value]) => {
      const later = typeof value === 'number' ? [{ [member]: value + 1 }] : []
      const other = [plain, ...samples, ...later].find(
        sample => member in sample && sample[member] !== payment[member] && sample[member] !== undefined,
      )
      return other === undefined ? [] : [{ payment, other, member }]
    }),
  )

/** The members in the response or at verify: a single payment cannot have two values for them. */
const shownMembers = bodyMembers('payment.create')
  .filter(({ returned }) => 'response' in returned || 'verify' in returned)
  .map(({ name }) => name)

/** Returns whether two requests must be two payments: by reference or order, a gateway may find the existing one. */
const areTwo = ({ payment, member }: Pair): boolean =>
  shownMembers.includes(member) && !('reference' in payment) && !('order.id' in payment)

payment.clause.property<Pair>('PAYMENT-12', 'payments that differ in one member', async control => {
  await createPayment(control)
  const { arbitrary, samples } = paymentMessages(control)
  const members = Object.keys(samples[0] ?? {})
  return {
    areIndependent: true,
    arbitrary: () => fc.record({ payment: arbitrary, other: arbitrary, member: fc.constantFrom(...members) }),
    examples: unlessQuick(control, pairsOf(samples)),
    runs: 2,
    test: async (context, pair) => {
      const [first, second] = requestsOf(context, pair)
      const sent = [first, second].map(body => context.call('payment.create', body, { as: context.app }))
      const txids = txidsOf(await Promise.all(sent))
      if (areTwo(pair) && !isSameJson(first, second)) expectDistinct(txids)
      else await expectDistinctOrOne(context, first as PaymentRequest, txids)
    },
  }
})

payment.clause('PAYMENT-12', 'payments of one amount', async context => {
  const payments = await Promise.all([createPayment(context), createPayment(context), createPayment(context)])
  const txids = payments.map(txidOf)
  expectThat(areDistinct(txids), 'payments with different references share a txid', {
    expected: 'as many txids as payments',
    actual: txids,
  })
})

payment.clause(
  'PAYMENT-12',
  'payments and transfers',
  async context => {
    const { order, orderReference } = referencedOrder(context, 1)
    const to = { ocid: context.merchant.ocid, reference: order.id }
    const payments = await Promise.all([createPayment(context), createPayment(context), createPayment(context)])
    const transfers = await Promise.all([createTransfer(context), createTransfer(context), createTransfer(context)])
    const changes = { amount: order.amount, order: orderReference }
    const payment = await context.pay(context.paymentOf(context.merchant, changes))
    const transfer = await context.transfer({ from: context.partner, to, units: 1, order: orderReference })
    // A gateway may refuse the second transaction of an order; a refusal has no txid.
    if (isSuccess(payment)) payments.push(payment.json as JsonObject)
    if (isSuccess(transfer)) transfers.push(proofOf(transfer.json))
    const transferTxids = new Set(transfers.map(txidOf))
    const shared = payments.map(txidOf).filter(txid => transferTxids.has(txid))
    expectThat(shared.length === 0, 'a payment has the txid of a transfer', {
      expected: 'different txids',
      actual: shared,
    })
  },
  { operations: ['payment.create', 'transfer.create'] },
)
