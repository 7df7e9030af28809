/**
 * CHECKOUT-17 · Whether a malformed body is refused before or after the ordered checks; whether currency or amount is
 * checked first.
 */

import { defineSuite } from '../../../harness/clause.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { generatePrivateKey } from '../../../protocol/signature/keys.ts'
import { checkoutWithFaults } from '../../support/gateway/checkout/checkout-faults.ts'
import { excessiveAmount, unsupportedCurrency } from '../../support/gateway/currencies.ts'
import { checkoutControl } from '../../support/gateway/hosted-page/checkout-session.ts'
import { answerOf } from '../../support/observations.ts'

const { clause } = defineSuite({ id: 'checkout-order', roles: ['gateway'], operations: ['orders.checkout'] })

/** Names which of two refusals a third response equals. */
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
