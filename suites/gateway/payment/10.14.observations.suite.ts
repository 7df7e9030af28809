import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { member } from '../../../harness/http/target-signature.ts'
import { moneyOf } from '../../../harness/money.ts'
import type { JsonObject } from '../../../protocol/json.ts'
import type { PaymentRequest } from '../../../schemas/messages.ts'
import { isDeclared } from '../../support/capabilities.ts'
import { accepted, isFetched, refusalOf } from '../../support/gateway/choices.ts'
import { namedOrder, paid, txidOf } from '../../support/gateway/transactions.ts'
import { statusOf } from '../../support/observations.ts'
import { whereDeclared } from '../../support/parametrize.ts'

/** Currencies that are active; what a gateway does not settle in is no support for. */
const rareCurrencies = ['XCD', 'WST', 'TOP']

const payFor = (context: CheckContext, changes: Partial<PaymentRequest>) =>
  context.pay(context.paymentOf(context.merchant, changes))

const suite = defineSuite({ id: 'payment-choices', roles: ['gateway'], operations: ['payment.create'] })
const { clause } = suite

clause.observe('PAYMENT-10', 'order urls', async context => {
  const { order, named } = namedOrder(context, 100)
  const response = await payFor(context, { amount: order.amount, order: named })
  const fetched = (await isFetched(context, named.urls)) ? 'fetched' : 'not fetched'
  context.observe({ 'order.urls': fetched, 'order that agrees': accepted(response) }, refusalOf(response))
})

clause.observe('PAYMENT-10', 'order that disagrees', async context => {
  await paid(context)
  const { order, named } = namedOrder(context, 100)
  const amount = await payFor(context, { amount: context.money.amount(99), order: named })
  const theirs = namedOrder(context, 100, context.merchant2)
  const merchant = await payFor(context, { amount: order.amount, order: theirs.named })
  context.observe(
    { 'order of another amount': accepted(amount), 'order of another merchant': accepted(merchant) },
    notes(amount, merchant),
  )
})

const notes = (...responses: HttpResponse[]): string | undefined => {
  const refusals = responses.filter(response => !isSuccess(response)).map(summary)
  return refusals.length > 0 ? refusals.join(', ') : undefined
}

clause.observe('PAYMENT-10', 'expiry in the past', async context => {
  await paid(context)
  const response = await payFor(context, { expiresAt: context.now() - 3_600 })
  const shown = isSuccess(response) ? (await context.verify(txidOf(response.json))).json : undefined
  const status = shown === undefined ? {} : { 'verify after expiresAt in the past': statusOf(member(shown, 'status')) }
  context.observe({ 'expiresAt in the past': accepted(response), ...status }, refusalOf(response))
})

clause.observe('PAYMENT-10', 'settle of an unknown payment', async context => {
  const declared = isDeclared(context, 'payment.settle') ? 'declared' : 'not declared'
  const body = { txid: context.fresh('txid'), proof: {}, signature: '' }
  const response = await context.call('payment.settle', body as JsonObject, { as: context.app })
  const isThere = ![404, 405, 501].includes(response.status) || summary(response) === '404 TXID_NOT_FOUND'
  context.observe({ 'payment.settle': `${declared}, ${isThere ? 'answered' : 'not answered'}` }, summary(response))
})

clause.observe('PAYMENT-14', 'expiry in the answer', async context => {
  const [byDefault, given] = await Promise.all([
    paid(context),
    payFor(context, { expiresAt: context.now() + 1_800 }).asControl(),
  ])
  const shown = (made: JsonObject) => (made.expiresAt === undefined ? 'absent' : 'present')
  context.observe({ 'expiresAt by default': shown(byDefault), 'expiresAt given': shown(given) })
})

clause.observe('PAYMENT-14', 'currency that is not supported', async context => {
  await paid(context)
  const config = member(context.run.metadata.json, 'config')
  const supported = member(member(config, 'settlement'), 'currencies')
  const isSupported = (code: string) => Array.isArray(supported) && supported.includes(code)
  const { currency, amount } = moneyOf(rareCurrencies.find(code => !isSupported(code)) ?? 'XCD')
  const response = await payFor(context, { currency, amount: amount() })
  context.observe({ 'currency not supported': accepted(response) }, refusalOf(response))
})

clause.observe('PAYMENT-14', 'other callers', async context => {
  const { merchant, merchant2, partner } = context
  const callers = { 'a partner': partner, 'the merchant itself': merchant, 'another merchant': merchant2 }
  const responses = await Promise.all(
    Object.entries(callers).map(
      async ([who, as]) => [who, await context.pay(context.paymentOf(merchant), { as })] as const,
    ),
  )
  context.observe(
    Object.fromEntries(responses.map(([who, response]) => [`called by ${who}`, accepted(response)])),
    notes(...responses.map(([, response]) => response)),
  )
})

clause.observe('PAYMENT-14', 'account holder that is no merchant', async context => {
  await paid(context)
  const response = await context.pay(context.paymentOf(context.partner))
  context.observe({ 'to an account holder': accepted(response) }, refusalOf(response))
})

/** POST /payment/create: what the document leaves open. */
export const paymentChoicesSuite = whereDeclared(suite)
