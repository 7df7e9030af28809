import type { JsonObject } from '../../protocol/json.ts'
import type { PaymentRequest } from '../../schemas/messages.ts'
import { isDeclared } from '../declared.ts'
import { whereDeclared } from '../every.ts'
import type { Answer } from '../harness/answer.ts'
import { defineSuite } from '../harness/clause.ts'
import { moneyOf } from '../harness/money.ts'
import { isSuccess, summary } from '../harness/sent.ts'
import { member } from '../harness/signed.ts'
import type { Stage } from '../harness/stage.ts'
import { statusOf } from '../observed.ts'
import { accepted, isFetched, refusalOf } from './choices.ts'
import { namedOrder, paid, txidOf } from './transactions.ts'

/** Currencies that are active; what a gateway does not settle in is no support for. */
const rareCurrencies = ['XCD', 'WST', 'TOP']

const payFor = (stage: Stage, changes: Partial<PaymentRequest>) => stage.pay(stage.paymentOf(stage.merchant, changes))

const suite = defineSuite({ id: 'payment-choices', roles: ['gateway'], operations: ['payment.create'] })
const { clause } = suite

clause.observe('PAYMENT-10', 'order urls', async stage => {
  const { order, named } = namedOrder(stage, 100)
  const answer = await payFor(stage, { amount: order.amount, order: named })
  const fetched = (await isFetched(stage, named.urls)) ? 'fetched' : 'not fetched'
  stage.observe({ 'order.urls': fetched, 'order that agrees': accepted(answer) }, refusalOf(answer))
})

clause.observe('PAYMENT-10', 'order that disagrees', async stage => {
  await paid(stage)
  const { order, named } = namedOrder(stage, 100)
  const amount = await payFor(stage, { amount: stage.money.amount(99), order: named })
  const theirs = namedOrder(stage, 100, stage.merchant2)
  const merchant = await payFor(stage, { amount: order.amount, order: theirs.named })
  stage.observe(
    { 'order of another amount': accepted(amount), 'order of another merchant': accepted(merchant) },
    notes(amount, merchant),
  )
})

const notes = (...answers: Answer[]): string | undefined => {
  const refusals = answers.filter(answer => !isSuccess(answer)).map(summary)
  return refusals.length > 0 ? refusals.join(', ') : undefined
}

clause.observe('PAYMENT-10', 'expiry in the past', async stage => {
  await paid(stage)
  const answer = await payFor(stage, { expiresAt: stage.now() - 3_600 })
  const shown = isSuccess(answer) ? (await stage.verify(txidOf(answer.json))).json : undefined
  const status = shown === undefined ? {} : { 'verify after expiresAt in the past': statusOf(member(shown, 'status')) }
  stage.observe({ 'expiresAt in the past': accepted(answer), ...status }, refusalOf(answer))
})

clause.observe('PAYMENT-10', 'settle of an unknown payment', async stage => {
  const declared = isDeclared(stage, 'payment.settle') ? 'declared' : 'not declared'
  const body = { txid: stage.fresh('txid'), proof: {}, signature: '' }
  const answer = await stage.call('payment.settle', body as JsonObject, { as: stage.app })
  const isThere = ![404, 405, 501].includes(answer.status) || summary(answer) === '404 TXID_NOT_FOUND'
  stage.observe({ 'payment.settle': `${declared}, ${isThere ? 'answered' : 'not answered'}` }, summary(answer))
})

clause.observe('PAYMENT-14', 'expiry in the answer', async stage => {
  const [byDefault, given] = await Promise.all([
    paid(stage),
    payFor(stage, { expiresAt: stage.now() + 1_800 }).asControl(),
  ])
  const shown = (made: JsonObject) => (made.expiresAt === undefined ? 'absent' : 'present')
  stage.observe({ 'expiresAt by default': shown(byDefault), 'expiresAt given': shown(given) })
})

clause.observe('PAYMENT-14', 'currency that is not supported', async stage => {
  await paid(stage)
  const config = member(stage.session.metadata.json, 'config')
  const supported = member(member(config, 'settlement'), 'currencies')
  const isSupported = (code: string) => Array.isArray(supported) && supported.includes(code)
  const { currency, amount } = moneyOf(rareCurrencies.find(code => !isSupported(code)) ?? 'XCD')
  const answer = await payFor(stage, { currency, amount: amount() })
  stage.observe({ 'currency not supported': accepted(answer) }, refusalOf(answer))
})

clause.observe('PAYMENT-14', 'other callers', async stage => {
  const { merchant, merchant2, partner } = stage
  const callers = { 'a partner': partner, 'the merchant itself': merchant, 'another merchant': merchant2 }
  const answers = await Promise.all(
    Object.entries(callers).map(
      async ([who, as]) => [who, await stage.pay(stage.paymentOf(merchant), { as })] as const,
    ),
  )
  stage.observe(
    Object.fromEntries(answers.map(([who, answer]) => [`called by ${who}`, accepted(answer)])),
    notes(...answers.map(([, answer]) => answer)),
  )
})

clause.observe('PAYMENT-14', 'account holder that is no merchant', async stage => {
  await paid(stage)
  const answer = await stage.pay(stage.paymentOf(stage.partner))
  stage.observe({ 'to an account holder': accepted(answer) }, refusalOf(answer))
})

/** POST /payment/create: what the document leaves open. */
export const paymentChoicesSuite = whereDeclared(suite)
