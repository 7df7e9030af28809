import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { codeOf, isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { type Json, type JsonObject, memberOf } from '../../../protocol/json/json.ts'
import { unsupportedCurrency } from '../../support/gateway/currencies.ts'
import { checkoutControl } from '../../support/gateway/hosted-page/checkout-session.ts'

/** The order accepts this gateway, and a currency that it supports. Heading: POST /orders/checkout. */
const { clause } = defineSuite({ id: 'checkout', roles: ['gateway'], operations: ['orders.checkout'] })

/** Providers in the metadata that are tried. */
const mostProviders = 3

/** Returns some of the providers whose proofs the gateway settles by. */
const settlementProvidersOf = ({ run }: CheckContext): number[] => {
  const published = memberOf(memberOf(memberOf(run.metadata.json, 'config'), 'settlement'), 'accepts')
  return Array.isArray(published) ? published.filter(value => typeof value === 'number').slice(0, mostProviders) : []
}

clause(
  'CHECKOUT-06',
  'accepts other gateways only',
  async context => {
    const { merchant, checkout, ocid } = context
    await checkout(merchant.signs(merchant.order({ accepts: [ocid + 1, ocid] }))).asControl()
    const order = merchant.order({ accepts: [ocid + 1, Number(`${ocid}0`)] })
    await checkout(merchant.signs(order)).expectRefusal(400, 'SETTLEMENT_NOT_SUPPORTED')
  },
  { firstLook: true },
)

clause('CHECKOUT-06', 'accepts others that the gateway knows', async context => {
  await checkoutControl(context)
  const { merchant, partner, settlementProvider, checkout, ocid } = context
  const known = [settlementProvider.ocid, merchant.ocid, partner.ocid, ...settlementProvidersOf(context)]
  for (const other of new Set(known)) {
    if (other === ocid) continue
    const order = merchant.order({ accepts: [other] })
    await checkout(merchant.signs(order)).expectRefusal(400, 'SETTLEMENT_NOT_SUPPORTED')
  }
})

clause('CHECKOUT-06', 'accepts nobody', async context => {
  await checkoutControl(context)
  const order = context.merchant.order({ accepts: [] })
  await context.checkout(context.merchant.signs(order)).expectRefusal(400, 'SETTLEMENT_NOT_SUPPORTED')
})

clause('CHECKOUT-06', 'no list of accepted gateways', async context => {
  await checkoutControl(context)
  const { accepts: _accepts, ...order } = context.merchant.order()
  await context.checkout(context.merchant.signs(order)).expectClientError()
})

clause('CHECKOUT-06', 'accepts values that are no OCIDs', async context => {
  const { merchant, checkout, ocid } = context
  await checkoutControl(context)
  // Each equals the OCID in a language that compares loosely, or reads as much of a number as is an integer.
  for (const value of [String(ocid), true, [ocid], `${ocid}.0`, ocid + 0.5] as Json[]) {
    const order = { ...(merchant.order() as JsonObject), accepts: [value] }
    await checkout(merchant.signs(order)).expectClientError()
  }
})

clause('CHECKOUT-06', 'accepts the gateway twice, or among many', async context => {
  const { merchant, checkout, ocid } = context
  await checkoutControl(context)
  const others = Array.from({ length: 12 }, (_, at) => ocid + 1 + at)
  for (const accepts of [
    [ocid, ocid],
    [ocid, ...others],
    [...others, ocid],
  ]) {
    const response = await checkout(merchant.signs(merchant.order({ accepts })))
    // A gateway may refuse such a list for its form.
    expectThat(codeOf(response) !== 'SETTLEMENT_NOT_SUPPORTED', 'an order that accepts the gateway is refused', {
      expected: `accepted: ${ocid} is in accepts, ${JSON.stringify(accepts)}`,
      actual: summary(response),
    })
  }
})

/** Codes in which nobody can settle: no currency, a withdrawn one, one that never was. */
const impossibleCurrencies = ['XXX', 'DEM', 'QQQ']

/** Returns codes that never were, and begin or end as the currency does. */
const alikeCurrencies = (currency: string): string[] => [`${currency.slice(0, 2)}Q`, `Q${currency.slice(1)}`]

clause('CHECKOUT-07', 'unsupported currency', async context => {
  const { merchant, checkout } = context
  const orderIn = (currency: string) => checkout(merchant.signs(merchant.order({ currency })))
  await checkoutControl(context)
  const unlisted = orderIn(unsupportedCurrency(context))
  // A gateway may take more currencies than it settles in: CHECKOUT-13 observes it.
  if (!isSuccess(await unlisted)) return void (await unlisted.expectClientError())
  for (const currency of [...impossibleCurrencies, ...alikeCurrencies(context.money.currency)])
    await orderIn(currency).expectClientError()
})
