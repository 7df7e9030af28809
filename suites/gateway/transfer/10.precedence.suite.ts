import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { codeOf, summary } from '../../../harness/http/pending-response.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import type { Actor } from '../../../harness/run-context.ts'
import { transferred } from '../../support/gateway/transactions.ts'
import { whereDeclared } from '../../support/parametrize.ts'

/** "Errors, in order of checking". */
const checks = ['source', 'permission', 'destination', 'balance'] as const

type Condition = (typeof checks)[number]
type Actors = { account: Actor; source: Actor }

const words: Record<Condition, string> = {
  source: 'source account missing',
  permission: 'caller not allowed',
  destination: 'destination account missing',
  balance: 'balance below amount',
}

/** A transfer with exactly these conditions broken. A purse of one unit shows the balance, unless the source is another. */
const send = (context: CheckContext, { account, source }: Actors, broken: readonly Condition[]) => {
  const is = (condition: Condition) => broken.includes(condition)
  const owner = is('balance') ? account : context.partner
  const from = is('source') ? context.app : is('permission') ? context.foreign : owner
  const as = is('permission') ? context.partner : is('source') ? source : owner
  const units = !is('balance') ? 1 : from === owner ? 2 : context.money.most
  return context.transfer({ from, to: is('destination') ? context.nobody : context.merchant, units }, { as })
}

/**
 * Who asks where the source alone is missing: the app, whose account it would be; the partner where the target lets apps
 * make no transfers at all, and then the caller's permission cannot be told from the source.
 */
const asksForSource = async (context: CheckContext, account: Actor): Promise<Actor> => {
  const { app, partner } = context
  const responses = await Promise.all([app, partner].map(source => send(context, { account, source }, ['source'])))
  const [byApp, byPartner] = responses.map(codeOf)
  return byApp !== byPartner && byPartner === 'ACCOUNT_NOT_FOUND' ? partner : app
}

/** What the target answers to each condition alone, as far as it refuses it. */
const answersAlone = async (context: CheckContext, cast: Actors): Promise<Map<Condition, string>> => {
  const responses = await Promise.all(checks.map(async one => [one, await send(context, cast, [one])] as const))
  const refused = responses.filter(([, response]) => !response.silence && response.status >= 300)
  return new Map(refused.map(([condition, response]) => [condition, summary(response)]))
}

const subsets = (conditions: readonly Condition[]): Condition[][] => {
  const [first, ...rest] = conditions
  return first === undefined ? [[]] : subsets(rest).flatMap(subset => [subset, [first, ...subset]])
}

/** The subsets that show an order: their members are answered differently. */
const telling = (alone: ReadonlyMap<Condition, string>, isFormed: (subset: readonly Condition[]) => boolean) =>
  subsets(checks.filter(one => alone.has(one))).filter(
    subset => new Set(subset.map(one => alone.get(one))).size > 1 && isFormed(subset),
  )

const suite = defineSuite({ id: 'transfer-order', roles: ['gateway'], operations: ['transfer.create'] })
const { clause } = suite

clause('TRANSFER-10', 'several conditions at once', async context => {
  const account = await context.account(1)
  await transferred(context)
  const cast = { account, source: await asksForSource(context, account) }
  const alone = await answersAlone(context, cast)
  // Nobody may debit what does not exist: whoever answers so looked at the permission first.
  const source = alone.get('source') ?? ''
  const isPermission = source === alone.get('permission') && !source.includes('ACCOUNT_NOT_FOUND')
  expectThat(!isPermission, 'the caller is looked at before the source account', {
    expected: 'another answer for a source account that is missing than for one that the caller may not debit',
    actual: source,
  })
  const isFormed = (subset: readonly Condition[]) =>
    cast.source === context.app || !subset.includes('source') || subset.includes('permission')
  const tried = telling(alone, isFormed)
  if (tried.length === 0) notApplicable('The target refuses too few of the conditions alone to show an order.')
  await Promise.all(tried.map(subset => answersFirst(context, { cast, alone, subset })))
})

type Trial = { cast: Actors; alone: ReadonlyMap<Condition, string>; subset: readonly Condition[] }

const answersFirst = async (context: CheckContext, { cast, alone, subset }: Trial): Promise<void> => {
  const [first] = subset
  const expected = (first && alone.get(first)) ?? ''
  const actual = summary(await send(context, cast, subset))
  expectThat(
    actual === expected,
    `${subset.map(one => words[one]).join(' and ')} are not checked in the documented order`,
    {
      expected,
      actual,
    },
  )
}

/** POST /transfer/create: the order of its checks. */
export const transferOrderSuite = whereDeclared(suite)
