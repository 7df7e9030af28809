import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { codeOf, isSuccess, summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { blocked, expectThat } from '../../../harness/outcome.ts'
import { generatePrivateKey } from '../../../protocol/keys.ts'
import { settledCurrencies, unsupportedCurrency } from '../../support/gateway/currencies.ts'
import { answerOf, observeAnswers } from '../../support/observations.ts'
import { whereDeclared } from '../../support/parametrize.ts'

/** The numbered checks of POST /orders/checkout, in their order. */
const conditions = ['not a merchant', 'signature', 'expiry', 'settlement', 'currency'] as const
type Condition = (typeof conditions)[number]

/** A checkout in which exactly these conditions are violated. */
const attempt = (context: CheckContext, violated: readonly Condition[]) => {
  const has = (condition: Condition) => violated.includes(condition)
  const caller = has('not a merchant') ? context.asMerchant(context.partner) : context.merchant
  const order = caller.order({
    ...(has('expiry') ? { createdAt: context.now() - 90_000, expiresAt: context.now() - 86_400 } : {}),
    ...(has('settlement') ? { accepts: [context.ocid + 1] } : {}),
    ...(has('currency') ? { currency: unsupportedCurrency(context) } : {}),
  })
  return context.checkout(caller.signs(order, has('signature') ? { key: generatePrivateKey() } : {}), { as: caller })
}

/** Every subset of two or more, its members in the order of the conditions. */
const subsets = <T>(members: readonly T[]): T[][] =>
  Array.from({ length: 2 ** members.length }, (_, bits) => members.filter((_one, at) => bits & (1 << at))).filter(
    subset => subset.length > 1,
  )

/** What each condition is answered alone; those that are not refused break their own rows. */
const refusedAlone = async (context: CheckContext): Promise<Map<Condition, HttpResponse>> => {
  const tried = conditions.filter(one => one !== 'currency' || settledCurrencies(context) !== undefined)
  const responses = await Promise.all(tried.map(async one => [one, await attempt(context, [one])] as const))
  return new Map(responses.filter(([, response]) => !isSuccess(response) && !response.silence))
}

const suite = defineSuite({ id: 'checkout-order', roles: ['gateway'], operations: ['orders.checkout'] })
const { clause } = suite

clause('CHECKOUT-08', 'several conditions violated at once', async context => {
  await attempt(context, []).asControl()
  const alone = await refusedAlone(context)
  if (alone.size < 2) blocked('the target refuses fewer than two of the conditions, so that no order of checks shows')
  await Promise.all(subsets([...alone.keys()]).map(violated => answersFirst(context, violated, alone)))
  await attempt(context, []).asControl()
})

const answersFirst = async (
  context: CheckContext,
  violated: Condition[],
  alone: ReadonlyMap<Condition, HttpResponse>,
) => {
  const response = await attempt(context, violated)
  const [first] = violated
  const expected = first && alone.get(first)
  if (!expected) return
  const isFirst = response.status === expected.status && codeOf(response) === codeOf(expected)
  expectThat(isFirst, `with ${violated.join(', ')} violated, ${first} is not what answers`, {
    expected: summary(expected),
    actual: summary(response),
  })
}

clause.observe('CHECKOUT-13', 'whether urls is required', async context => {
  const { urls: _urls, ...body } = context.merchant.signs(context.merchant.order())
  await attempt(context, []).asControl()
  await observeAnswers(context, { 'without urls': context.checkout(body) })
})

clause.observe('CHECKOUT-13', 'the same order again', async context => {
  const body = context.merchant.signs(context.merchant.order())
  const first = await context.checkout(body).asControl<{ redirect_url?: string }>()
  const response = await context.checkout(body)
  const again = response.json as { redirect_url?: string } | undefined
  const isSame = again?.redirect_url === first.redirect_url
  context.observe({
    'the same order again': isSuccess(response) ? (isSame ? 'the same session' : 'a new session') : answerOf(response),
  })
})

clause.observe('CHECKOUT-13', 'codes of currency and amount', async context => {
  await attempt(context, []).asControl()
  const huge = context.merchant.order({ amount: tooMuch(context), items: [] })
  await observeAnswers(context, {
    'currency not supported': attempt(context, ['currency']),
    'very large amount': context.checkout(context.merchant.signs(huge)),
  })
})

/** Ten thousand million whole units: no fraud check of a shop's gateway lets that through, and it may have none. */
const tooMuch = ({ money }: CheckContext): string => money.amount(10n ** 14n)

clause.observe('CHECKOUT-17', 'malformed body and ordered checks', async context => {
  await attempt(context, []).asControl()
  const { merchant } = context
  const malformed = { ...merchant.order(), items: 'none' }
  const shape = await context.checkout(merchant.signs(malformed))
  const both = await context.checkout(merchant.signs(malformed, { key: generatePrivateKey() }))
  const signature = await attempt(context, ['signature'])
  context.observe({
    'malformed and wrongly signed': which(both, { 'shape first': shape, 'signature first': signature }),
  })
})

clause.observe('CHECKOUT-17', 'currency and amount', async context => {
  await attempt(context, []).asControl()
  const { merchant } = context
  const currency = unsupportedCurrency(context)
  const amount = tooMuch(context)
  const sent = (changes: object) => context.checkout(merchant.signs(merchant.order({ items: [], ...changes })))
  const alone = { 'currency first': await sent({ currency }), 'amount first': await sent({ amount }) }
  context.observe({ 'currency and amount': which(await sent({ currency, amount }), alone) })
})

/** Which of two refusals a third one is. */
const which = (response: HttpResponse, alone: Record<string, HttpResponse>): string => {
  const refused = Object.entries(alone).filter(([, one]) => !isSuccess(one))
  if (refused.length < 2) return 'only one is refused'
  const names = refused.filter(([, one]) => summary(one) === summary(response)).map(([name]) => name)
  return names.length === 1 ? String(names[0]) : names.length > 1 ? 'both are answered alike' : answerOf(response)
}

/** The order of the checks at POST /orders/checkout, and what the document leaves open there. */
export const checkoutOrder = whereDeclared(suite)
