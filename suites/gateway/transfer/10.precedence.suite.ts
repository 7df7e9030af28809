import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { codeOf, summary } from '../../../harness/http/pending-response.ts'
import { blocked, expectThat } from '../../../harness/outcome.ts'
import type { Actor } from '../../../harness/run-context.ts'
import { createTransfer } from '../../support/gateway/transactions.ts'
import { whereDeclared } from '../../support/parametrize.ts'
import { subsetsOf } from '../../support/subsets.ts'

/** The faults that POST /transfer/create checks, in the order of checking. */
const faults = ['source', 'permission', 'destination', 'balance'] as const

type Fault = (typeof faults)[number]
/** The account of one unit that shows the balance, and the caller that asks for a missing source. */
type Callers = { account: Actor; source: Actor }

const descriptions: Record<Fault, string> = {
  source: 'source account missing',
  permission: 'caller not allowed',
  destination: 'destination account missing',
  balance: 'balance below amount',
}

/** Sends a transfer with exactly these faults. The account of one unit shows the balance, unless the source is another. */
const sendWith = (context: CheckContext, { account, source }: Callers, present: readonly Fault[]) => {
  const has = (fault: Fault) => present.includes(fault)
  const owner = has('balance') ? account : context.partner
  const from = has('source') ? context.app : has('permission') ? context.foreign : owner
  const as = has('permission') ? context.partner : has('source') ? source : owner
  const units = !has('balance') ? 1 : from === owner ? 2 : context.money.most
  return context.transfer({ from, to: has('destination') ? context.nobody : context.merchant, units }, { as })
}

/**
 * Chooses who sends a transfer whose only fault is the source: the app, which would own the account, or the partner if the target
 * lets apps make no transfers, in which case the caller's permission cannot be told from the source.
 */
const callerForSource = async (context: CheckContext, account: Actor): Promise<Actor> => {
  const { app, partner } = context
  const responses = await Promise.all([app, partner].map(source => sendWith(context, { account, source }, ['source'])))
  const [byApp, byPartner] = responses.map(codeOf)
  return byApp !== byPartner && byPartner === 'ACCOUNT_NOT_FOUND' ? partner : app
}

type Refusals = ReadonlyMap<Fault, string>

const refuseEachAlone = async (context: CheckContext, callers: Callers): Promise<Refusals> => {
  const responses = await Promise.all(
    faults.map(async fault => [fault, await sendWith(context, callers, [fault])] as const),
  )
  const refused = responses.filter(([, response]) => !response.silence && response.status >= 300)
  return new Map(refused.map(([fault, response]) => [fault, summary(response)]))
}

/** Returns the combinations that show the precedence, since their faults are refused differently. */
const tellingCombinations = (alone: Refusals): Fault[][] =>
  subsetsOf(faults.filter(fault => alone.has(fault))).filter(
    combination => new Set(combination.map(fault => alone.get(fault))).size > 1,
  )

const expectFirstReported = async (
  context: CheckContext,
  { callers, alone }: { callers: Callers; alone: Refusals },
  combination: readonly Fault[],
): Promise<void> => {
  const [first] = combination
  const expected = (first && alone.get(first)) ?? ''
  const actual = summary(await sendWith(context, callers, combination))
  const what = combination.map(fault => descriptions[fault]).join(' and ')
  expectThat(actual === expected, `${what} are not checked in the documented order`, { expected, actual })
}

const suite = defineSuite({ id: 'transfer-order', roles: ['gateway'], operations: ['transfer.create'] })
const { clause } = suite

clause('TRANSFER-10', 'several conditions at once', async context => {
  const account = await context.account(1)
  await createTransfer(context)
  const callers = { account, source: await callerForSource(context, account) }
  const alone = await refuseEachAlone(context, callers)
  // Nobody may debit a missing account, so a target that says so for both has checked the permission first.
  const source = alone.get('source') ?? ''
  const isPermission = source === alone.get('permission') && !source.includes('ACCOUNT_NOT_FOUND')
  expectThat(!isPermission, 'the permission is checked before the source account', {
    expected: 'different refusals of a missing source account and of one that the caller may not debit',
    actual: source,
  })
  const canSend = (combination: readonly Fault[]) =>
    callers.source === context.app || !combination.includes('source') || combination.includes('permission')
  const combinations = tellingCombinations(alone).filter(canSend)
  if (combinations.length === 0) blocked('too few of the faults are refused alone to show a precedence')
  await Promise.all(combinations.map(combination => expectFirstReported(context, { callers, alone }, combination)))
})

/** The precedence of the errors. Heading: POST /transfer/create. */
export const transferPrecedence = whereDeclared(suite)
