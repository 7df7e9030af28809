import { generatePrivateKey } from '../../protocol/keys.ts'
import { whereDeclared } from '../every.ts'
import type { Answer } from '../harness/answer.ts'
import { defineSuite } from '../harness/clause.ts'
import { blocked, holds } from '../harness/outcome.ts'
import { codeOf, isSuccess, summary } from '../harness/sent.ts'
import type { Stage } from '../harness/stage.ts'
import { answerOf, observeAnswers } from '../observed.ts'
import { settledCurrencies, unsupportedCurrency } from './currencies.ts'

/** The numbered checks of POST /orders/checkout, in their order. */
const conditions = ['not a merchant', 'signature', 'expiry', 'settlement', 'currency'] as const
type Condition = (typeof conditions)[number]

/** A checkout in which exactly these conditions are violated. */
const attempt = (stage: Stage, violated: readonly Condition[]) => {
  const has = (condition: Condition) => violated.includes(condition)
  const caller = has('not a merchant') ? stage.asMerchant(stage.partner) : stage.merchant
  const order = caller.order({
    ...(has('expiry') ? { createdAt: stage.now() - 90_000, expiresAt: stage.now() - 86_400 } : {}),
    ...(has('settlement') ? { accepts: [stage.ocid + 1] } : {}),
    ...(has('currency') ? { currency: unsupportedCurrency(stage) } : {}),
  })
  return stage.checkout(caller.signs(order, has('signature') ? { key: generatePrivateKey() } : {}), { as: caller })
}

/** Every subset of two or more, its members in the order of the conditions. */
const subsets = <T>(members: readonly T[]): T[][] =>
  Array.from({ length: 2 ** members.length }, (_, bits) => members.filter((_one, at) => bits & (1 << at))).filter(
    subset => subset.length > 1,
  )

/** What each condition is answered alone; those that are not refused break their own rows. */
const refusedAlone = async (stage: Stage): Promise<Map<Condition, Answer>> => {
  const tried = conditions.filter(one => one !== 'currency' || settledCurrencies(stage) !== undefined)
  const answers = await Promise.all(tried.map(async one => [one, await attempt(stage, [one])] as const))
  return new Map(answers.filter(([, answer]) => !isSuccess(answer) && !answer.silence))
}

const suite = defineSuite({ id: 'checkout-order', roles: ['gateway'], operations: ['orders.checkout'] })
const { clause } = suite

clause('CHECKOUT-08', 'several conditions violated at once', async stage => {
  await attempt(stage, []).asControl()
  const alone = await refusedAlone(stage)
  if (alone.size < 2) blocked('the target refuses fewer than two of the conditions, so that no order of checks shows')
  await Promise.all(subsets([...alone.keys()]).map(violated => answersFirst(stage, violated, alone)))
  await attempt(stage, []).asControl()
})

const answersFirst = async (stage: Stage, violated: Condition[], alone: ReadonlyMap<Condition, Answer>) => {
  const answer = await attempt(stage, violated)
  const [first] = violated
  const expected = first && alone.get(first)
  if (!expected) return
  const isFirst = answer.status === expected.status && codeOf(answer) === codeOf(expected)
  holds(isFirst, `with ${violated.join(', ')} violated, ${first} is not what answers`, {
    expected: summary(expected),
    actual: summary(answer),
  })
}

clause.observe('CHECKOUT-13', 'whether urls is required', async stage => {
  const { urls: _urls, ...body } = stage.merchant.signs(stage.merchant.order())
  await attempt(stage, []).asControl()
  await observeAnswers(stage, { 'without urls': stage.checkout(body) })
})

clause.observe('CHECKOUT-13', 'the same order again', async stage => {
  const body = stage.merchant.signs(stage.merchant.order())
  const first = await stage.checkout(body).asControl<{ redirect_url?: string }>()
  const answer = await stage.checkout(body)
  const again = answer.json as { redirect_url?: string } | undefined
  const isSame = again?.redirect_url === first.redirect_url
  stage.observe({
    'the same order again': isSuccess(answer) ? (isSame ? 'the same session' : 'a new session') : answerOf(answer),
  })
})

clause.observe('CHECKOUT-13', 'codes of currency and amount', async stage => {
  await attempt(stage, []).asControl()
  const huge = stage.merchant.order({ amount: tooMuch(stage), items: [] })
  await observeAnswers(stage, {
    'currency not supported': attempt(stage, ['currency']),
    'very large amount': stage.checkout(stage.merchant.signs(huge)),
  })
})

/** Ten thousand million whole units: no fraud check of a shop's gateway lets that through, and it may have none. */
const tooMuch = ({ money }: Stage): string => money.amount(10n ** 14n)

clause.observe('CHECKOUT-17', 'malformed body and ordered checks', async stage => {
  await attempt(stage, []).asControl()
  const { merchant } = stage
  const malformed = { ...merchant.order(), items: 'none' }
  const shape = await stage.checkout(merchant.signs(malformed))
  const both = await stage.checkout(merchant.signs(malformed, { key: generatePrivateKey() }))
  const signature = await attempt(stage, ['signature'])
  stage.observe({ 'malformed and wrongly signed': which(both, { 'shape first': shape, 'signature first': signature }) })
})

clause.observe('CHECKOUT-17', 'currency and amount', async stage => {
  await attempt(stage, []).asControl()
  const { merchant } = stage
  const currency = unsupportedCurrency(stage)
  const amount = tooMuch(stage)
  const sent = (changes: object) => stage.checkout(merchant.signs(merchant.order({ items: [], ...changes })))
  const alone = { 'currency first': await sent({ currency }), 'amount first': await sent({ amount }) }
  stage.observe({ 'currency and amount': which(await sent({ currency, amount }), alone) })
})

/** Which of two refusals a third one is. */
const which = (answer: Answer, alone: Record<string, Answer>): string => {
  const refused = Object.entries(alone).filter(([, one]) => !isSuccess(one))
  if (refused.length < 2) return 'only one is refused'
  const names = refused.filter(([, one]) => summary(one) === summary(answer)).map(([name]) => name)
  return names.length === 1 ? String(names[0]) : names.length > 1 ? 'both are answered alike' : answerOf(answer)
}

/** The order of the checks at POST /orders/checkout, and what the document leaves open there. */
export const checkoutOrder = whereDeclared(suite)
