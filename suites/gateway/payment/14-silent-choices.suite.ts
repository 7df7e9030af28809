/**
 * PAYMENT-14 · Whether expiresAt is in the answer (optional there, not at verify); a currency that is not supported;
 * whether any known OCID may call; an account holder that is no merchant as `to`.
 */

import { defineSuite } from '../../../harness/clause.ts'
import { moneyOf } from '../../../harness/money.ts'
import type { JsonObject } from '../../../protocol/json/json.ts'
import { settledCurrencies } from '../../support/gateway/currencies.ts'
import { createPayment } from '../../support/gateway/transactions.ts'
import { outcomeOf, refusalNote } from '../../support/observations.ts'

/** Active currencies that few gateways settle in. */
const rareCurrencies = ['XCD', 'WST', 'TOP']

const { clause } = defineSuite({ id: 'payment-choices', roles: ['gateway'], operations: ['payment.create'] })

clause.observe('PAYMENT-14', 'expiry in the answer', async context => {
  const expiresAt = context.now() + 1_800
  const [byDefault, requested] = await Promise.all([
    createPayment(context),
    context.pay(context.paymentOf(context.merchant, { expiresAt })).asControl(),
  ])
  const presence = (payment: JsonObject) => (payment.expiresAt === undefined ? 'absent' : 'present')
  context.observe({ 'expiresAt by default': presence(byDefault), 'expiresAt given': presence(requested) })
})

clause.observe('PAYMENT-14', 'currency that is not supported', async context => {
  await createPayment(context)
  const supported = settledCurrencies(context) ?? []
  const { currency, amount } = moneyOf(rareCurrencies.find(code => !supported.includes(code)) ?? 'XCD')
  const response = await context.pay(context.paymentOf(context.merchant, { currency, amount: amount() }))
  context.observe({ 'currency not supported': outcomeOf(response) }, refusalNote(response))
})

clause.observe('PAYMENT-14', 'other callers', async context => {
  const { merchant, merchant2, partner } = context
  const callers = { 'a partner': partner, 'the merchant itself': merchant, 'another merchant': merchant2 }
  const responses = await Promise.all(
    Object.entries(callers).map(
      async ([name, as]) => [name, await context.pay(context.paymentOf(merchant), { as })] as const,
    ),
  )
  context.observe(
    Object.fromEntries(responses.map(([name, response]) => [`called by ${name}`, outcomeOf(response)])),
    refusalNote(...responses.map(([, response]) => response)),
  )
})

clause.observe(
  'PAYMENT-14',
  { id: 'account-holder-that-is-no-merchant', title: 'account holder that is not a merchant' },
  async context => {
    await createPayment(context)
    const response = await context.pay(context.paymentOf(context.partner))
    context.observe({ 'to an account holder': outcomeOf(response) }, refusalNote(response))
  },
)
