/**
 * PAYMENT-15 · Where settle is offered: the proof that it answers is the one that verify then shows under its txid,
 * with merchant, amount, currency, memo and order id of the payment, and the time of completion.
 */

import { requireDeclared } from '../../../harness/capabilities.ts'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import { expectSignedByTarget } from '../../../harness/http/target-signature.ts'
import { expectSame, expectThat } from '../../../harness/outcome.ts'
import { waits } from '../../../harness/patience.ts'
import { pause } from '../../../harness/pause.ts'
import { isSameAmount } from '../../../protocol/amount.ts'
import { numberOf, textOf } from '../../../protocol/json/any-json.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { expectEchoes } from '../../members/compare.ts'
import type { Drawn } from '../../members/draw.ts'
import { settledPayments } from '../../members/gateway-messages.ts'
import { proofWith } from '../../members/proof-messages.ts'
import { overMessages } from '../../members/property.ts'
import { echoesOf } from '../../members/table.ts'
import {
  carriesMemos,
  createBriefPayment,
  createPendingPayment,
  isSettled,
  type PendingPayment,
  providerProof,
  requireSettled,
  settle,
} from '../../support/gateway/payment/settlement.ts'
import { expectCompletedAtVerify, proofOf, txidOf } from '../../support/gateway/transactions.ts'
import { untilApart } from '../../support/rounded-times.ts'
import { sendAny, type Taken } from './any-payment.ts'

const { clause } = defineSuite({ id: 'payment-members', roles: ['gateway'], operations: ['payment.create'] })
const atVerify = { operations: ['verify', 'payment.create'] } as const

/**
 * Creates a payment for an order and settles it with a proof that has any txid, sender and memo; undefined if the target refuses either.
 */
const sendAndSettle = async (context: CheckContext, drawn: Drawn): Promise<Taken | undefined> => {
  const isOfProof = (name: string) => name.startsWith('proof.')
  const part = (isPart: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(drawn).filter(([name]) => isPart(name)))
  const taken = await sendAny(context, { 'order.id': '', ...part(name => !isOfProof(name)) })
  if (taken === undefined) return undefined
  const { amount, currency, memo, order } = taken.body
  const plan = { order: { id: memberOf(order, 'id'), amount, currency }, memo, txid: txidOf(taken.payment) }
  const payment = plan as unknown as PendingPayment
  const { memo: _memo, ...plain } = providerProof(context, payment)
  return isSettled(await settle(context, payment, { proof: proofWith(plain, part(isOfProof)) })) ? taken : undefined
}

clause.property(
  'PAYMENT-15',
  'any settled payment',
  async context => {
    requireDeclared(context, 'payment.settle')
    await requireSettled(context, await createPendingPayment(context))
    return overMessages({
      messages: settledPayments,
      send: sendAndSettle,
      runs: 2,
      test: async (on, { body, payment }: Taken) => {
        const transaction = await on.verify(txidOf(payment)).expectAccepted()
        const proof = proofOf(transaction)
        const echoes = echoesOf('payment.create', 'proof', 'PAYMENT-15')
        const isBare = proof.memo === undefined && body.memo !== undefined && !(await carriesMemos(on))
        expectEchoes(isBare ? echoes.filter(({ as }) => as !== 'memo') : echoes, body, proof, 'proof')
      },
    })(context)
  },
  atVerify,
)

const settlement = defineSuite({ id: 'settle', roles: ['gateway'], operations: ['payment.create', 'verify'] })

settlement.clause('PAYMENT-15', 'proof of a settled payment', async context => {
  const payment = await createPendingPayment(context)
  const from = context.now()
  const response = await requireSettled(context, payment)
  const transaction = await context.verify(payment.txid).expectAccepted('verify-completed')
  const proof = proofOf(transaction)
  expectSame(proof, proofOf(response.json), 'the proof that verify shows of a settled payment')
  const { signature } = transaction
  expectSignedByTarget(context, 'the proof of a settled payment', { payload: proof, signature })
  expectSame(proof.issuer, context.ocid, 'proof.issuer of a settled payment')
  expectSame(memberOf(proof.to, 'ocid'), context.merchant.ocid, 'proof.to.ocid of a settled payment')
  expectSame(memberOf(proof.to, 'reference') ?? 'absent', payment.order.id, 'proof.to.reference of a settled payment')
  if (proof.memo !== undefined || (await carriesMemos(context)))
    expectSame(proof.memo ?? 'absent', payment.memo, 'proof.memo of a settled payment')
  expectSame(proof.currency, payment.order.currency, 'proof.currency of a settled payment')
  const isAmount = isSameAmount(textOf(proof.amount), payment.order.amount)
  expectThat(isAmount, 'proof.amount of a settled payment is another amount', {
    expected: payment.order.amount,
    actual: proof.amount ?? 'absent',
  })
  expectThat(context.run.clock.isNow(proof.timestamp, from), 'proof.timestamp is not the time of the settlement', {
    expected: from,
    actual: proof.timestamp ?? 'absent',
  })
  // The proof may have another txid; verify must find it by that as well.
  if (proof.txid !== payment.txid) await expectCompletedAtVerify(context, proof)
})

/** A timestamp must reflect this many seconds between a payment and its settlement; the clocks of different processes may hide the rest. */
const leastSeconds = 1

settlement.clause('PAYMENT-15', 'time of a payment that is settled seconds after it was created', async context => {
  requireDeclared(context, 'payment.settle')
  const payment = await createPendingPayment(context)
  const { createdAt } = await context.verify(payment.txid).asControl()
  await untilApart(context)
  const { timestamp } = proofOf((await requireSettled(context, payment)).json)
  const seconds = numberOf(timestamp) - numberOf(createdAt)
  expectThat(seconds >= leastSeconds, 'proof.timestamp is not the time of the settlement', {
    expected: `about ${waits.apart.ms / 1000} s after createdAt of the payment, ${textOf(createdAt)}`,
    actual: timestamp ?? 'absent',
  })
})

/** Seconds until a payment expires that is settled in time. */
const lifeSeconds = 3

settlement.clause('PAYMENT-15', 'settled payment past its expiry', async context => {
  requireDeclared(context, 'payment.settle')
  const expiresAt = context.run.clock.latest() + context.lifetime(lifeSeconds)
  const payment = await createBriefPayment(context, expiresAt)
  const settled = await requireSettled(context, payment)
  await context.idle(pause(context.run.clock.msUntil(expiresAt), context.signal))
  const response = await context.verify(payment.txid)
  const actual = memberOf(response.json, 'proof') ?? summary(response)
  expectSame(actual, proofOf(settled.json), 'the proof that verify shows of a settled payment')
})
