import { defineSuite } from '../../../harness/clause.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { generatePrivateKey } from '../../../protocol/signature/keys.ts'
import { checkoutWithFaults } from '../../support/gateway/checkout/checkout-faults.ts'
import { excessiveAmount, unsupportedCurrency } from '../../support/gateway/currencies.ts'
import { checkoutControl } from '../../support/gateway/hosted-page/checkout-session.ts'
import { answerOf, observeAnswers } from '../../support/observations.ts'

/** What the document leaves open of the checks before accepting. Heading: POST /orders/checkout. */
const { clause } = defineSuite({ id: 'checkout-order', roles: ['gateway'], operations: ['orders.checkout'] })

clause.observe('CHECKOUT-13', 'whether urls is required', async context => {
  const { urls: _urls, ...body } = context.merchant.signs(context.merchant.order())
  await checkoutControl(context)
  await observeAnswers(context, { 'without urls': context.checkout(body) })
})

clause.observe('CHECKOUT-13', 'the same order again', async context => {
  const body = context.merchant.signs(context.merchant.order())
  const first = await context.checkout(body).asControl()
  const response = await context.checkout(body)
  const isSame = memberOf(response.json, 'redirect_url') === first.redirect_url
  context.observe({
    'the same order again': isSuccess(response) ? (isSame ? 'the same session' : 'a new session') : answerOf(response),
  })
})

clause.observe('CHECKOUT-13', 'codes of currency and amount', async context => {
  await checkoutControl(context)
  const order = context.merchant.order({ amount: excessiveAmount(context), items: [] })
  await observeAnswers(context, {
    'currency not supported': checkoutWithFaults(context, ['currency']),
    'very large amount': context.checkout(context.merchant.signs(order)),
  })
})

/** Names the one of two refusals that a third response equals. */
const firstFault = (response: HttpResponse, alone: Record<string, HttpResponse>): string => {
  const refusals = Object.entries(alone).filter(([, refusal]) => !isSuccess(refusal))
  if (refusals.length < 2) return 'only one is refused'
  const names = refusals.filter(([, refusal]) => summary(refusal) === summary(response)).map(([name]) => name)
  return names.length === 1 ? String(names[0]) : names.length > 1 ? 'both are answered alike' : answerOf(response)
}

clause.observe('CHECKOUT-17', 'malformed body and ordered checks', async context => {
  await checkoutControl(context)
  const { merchant } = context
  const malformed = { ...merchant.order(), items: 'none' }
  const shape = await context.checkout(merchant.signs(malformed))
  const both = await context.checkout(merchant.signs(malformed, { key: generatePrivateKey() }))
  const signature = await checkoutWithFaults(context, ['signature'])
  context.observe({
    'malformed and wrongly signed': firstFault(both, { 'shape first': shape, 'signature first': signature }),
  })
})

clause.observe('CHECKOUT-17', 'currency and amount', async context => {
  await checkoutControl(context)
  const { merchant } = context
  const currency = unsupportedCurrency(context)
  const amount = excessiveAmount(context)
  const checkoutWith = (changes: object) => context.checkout(merchant.signs(merchant.order({ items: [], ...changes })))
  const alone = {
    'currency first': await checkoutWith({ currency }),
    'amount first': await checkoutWith({ amount }),
  }
  context.observe({ 'currency and amount': firstFault(await checkoutWith({ currency, amount }), alone) })
})
