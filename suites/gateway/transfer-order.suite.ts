import { whereDeclared } from '../every.ts'
import { defineSuite } from '../harness/clause.ts'
import { holds, notApplicable } from '../harness/outcome.ts'
import { codeOf, summary } from '../harness/sent.ts'
import type { Actor } from '../harness/session.ts'
import type { Stage } from '../harness/stage.ts'
import { transferred } from './transactions.ts'

/** "Errors, in order of checking". */
const checks = ['source', 'permission', 'destination', 'balance'] as const

type Condition = (typeof checks)[number]
type Cast = { purse: Actor; source: Actor }

const words: Record<Condition, string> = {
  source: 'source account missing',
  permission: 'caller not allowed',
  destination: 'destination account missing',
  balance: 'balance below amount',
}

/** A transfer with exactly these conditions broken. A purse of one unit shows the balance, unless the source is another. */
const send = (stage: Stage, { purse, source }: Cast, broken: readonly Condition[]) => {
  const is = (condition: Condition) => broken.includes(condition)
  const owner = is('balance') ? purse : stage.partner
  const from = is('source') ? stage.app : is('permission') ? stage.foreign : owner
  const as = is('permission') ? stage.partner : is('source') ? source : owner
  const units = !is('balance') ? 1 : from === owner ? 2 : stage.money.most
  return stage.transfer({ from, to: is('destination') ? stage.nobody : stage.merchant, units }, { as })
}

/**
 * Who asks where the source alone is missing: the app, whose account it would be; the partner where the target lets apps
 * make no transfers at all, and then the caller's permission cannot be told from the source.
 */
const asksForSource = async (stage: Stage, purse: Actor): Promise<Actor> => {
  const { app, partner } = stage
  const answers = await Promise.all([app, partner].map(source => send(stage, { purse, source }, ['source'])))
  const [byApp, byPartner] = answers.map(codeOf)
  return byApp !== byPartner && byPartner === 'ACCOUNT_NOT_FOUND' ? partner : app
}

/** What the target answers to each condition alone, as far as it refuses it. */
const answersAlone = async (stage: Stage, cast: Cast): Promise<Map<Condition, string>> => {
  const answers = await Promise.all(checks.map(async one => [one, await send(stage, cast, [one])] as const))
  const refused = answers.filter(([, answer]) => !answer.silence && answer.status >= 300)
  return new Map(refused.map(([condition, answer]) => [condition, summary(answer)]))
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

clause('TRANSFER-10', 'several conditions at once', async stage => {
  const purse = await stage.purse(1)
  await transferred(stage)
  const cast = { purse, source: await asksForSource(stage, purse) }
  const alone = await answersAlone(stage, cast)
  // Nobody may debit what does not exist: whoever answers so looked at the permission first.
  const source = alone.get('source') ?? ''
  const isPermission = source === alone.get('permission') && !source.includes('ACCOUNT_NOT_FOUND')
  holds(!isPermission, 'the caller is looked at before the source account', {
    expected: 'another answer for a source account that is missing than for one that the caller may not debit',
    actual: source,
  })
  const isFormed = (subset: readonly Condition[]) =>
    cast.source === stage.app || !subset.includes('source') || subset.includes('permission')
  const tried = telling(alone, isFormed)
  if (tried.length === 0) notApplicable('The target refuses too few of the conditions alone to show an order.')
  await Promise.all(tried.map(subset => answersFirst(stage, { cast, alone, subset })))
})

type Trial = { cast: Cast; alone: ReadonlyMap<Condition, string>; subset: readonly Condition[] }

const answersFirst = async (stage: Stage, { cast, alone, subset }: Trial): Promise<void> => {
  const [first] = subset
  const expected = (first && alone.get(first)) ?? ''
  const actual = summary(await send(stage, cast, subset))
  holds(actual === expected, `${subset.map(one => words[one]).join(' and ')} are not checked in the documented order`, {
    expected,
    actual,
  })
}

/** POST /transfer/create: the order of its checks. */
export const transferOrderSuite = whereDeclared(suite)
