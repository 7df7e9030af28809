import type { CheckContext } from '../../../../harness/context.ts'
import { codeOf, type PendingResponse, summary } from '../../../../harness/http/pending-response.ts'
import { expectThat } from '../../../../harness/outcome.ts'
import type { Actor } from '../../../../harness/run-context.ts'
import type { JsonObject } from '../../../../protocol/json/json.ts'

/** The faults that POST /transfer/create checks, in sequence. */
const faults = ['source', 'permission', 'destination', 'balance'] as const

/** The name of a reason to refuse a transfer. */
export type TransferFault = (typeof faults)[number]

/**
 * The account with one unit to test the balance with, the caller for a missing source, and a change to each body, such as additional
 * members.
 */
export type FaultyTransfers = { account: Actor; source: Actor; change?: (body: JsonObject) => JsonObject }

const descriptions: Record<TransferFault, string> = {
  source: 'source account missing',
  permission: 'caller not allowed',
  destination: 'destination account missing',
  balance: 'balance below amount',
}

/** Sends a transfer with exactly these faults. Its source is the account with one unit, unless a fault requires another source. */
const sendWith = (
  context: CheckContext,
  { account, source, change = body => body }: FaultyTransfers,
  present: readonly TransferFault[],
): PendingResponse => {
  const has = (fault: TransferFault) => present.includes(fault)
  const owner = has('balance') ? account : context.partner
  const from = has('source') ? context.app : has('permission') ? context.foreign : owner
  const as = has('permission') ? context.partner : has('source') ? source : owner
  const units = !has('balance') ? 1 : from === owner ? 2 : context.money.most
  const to = has('destination') ? context.nobody : context.merchant
  const body = context.transferOf({ from, to, units }) as unknown as JsonObject
  return context.call('transfer.create', change(body), { as })
}

/**
 * Chooses who sends a transfer whose only fault is the source: the app, which would own the account, or the partner if the target
 * does not allow apps to make transfers; then the caller's permission and the source cannot be distinguished.
 */
export const callerForSource = async (context: CheckContext, account: Actor): Promise<Actor> => {
  const { app, partner } = context
  const responses = await Promise.all([app, partner].map(source => sendWith(context, { account, source }, ['source'])))
  const [byApp, byPartner] = responses.map(codeOf)
  return byApp !== byPartner && byPartner === 'ACCOUNT_NOT_FOUND' ? partner : app
}

/** The target's response to each fault alone, if it refuses it. */
export type TransferRefusals = ReadonlyMap<TransferFault, string>

/** Tries each fault alone; accepting one of them fails another clause. */
export const refuseEachAlone = async (context: CheckContext, transfers: FaultyTransfers): Promise<TransferRefusals> => {
  const responses = await Promise.all(
    faults.map(async fault => [fault, await sendWith(context, transfers, [fault])] as const),
  )
  const refused = responses.filter(([, response]) => !response.silence && response.status >= 300)
  return new Map(refused.map(([fault, response]) => [fault, summary(response)]))
}

/** Returns whether a combination of faults reveals the precedence: it can be sent, and its faults are refused differently. */
export const revealsPrecedence = (
  combination: readonly TransferFault[],
  alone: TransferRefusals,
  isSentByApp: boolean,
): boolean => {
  const canBeSent = isSentByApp || !combination.includes('source') || combination.includes('permission')
  return canBeSent && new Set(combination.map(fault => alone.get(fault))).size > 1
}

/** Fails the clause unless a transfer with several faults is refused for the first of them. */
export const expectFirstReported = async (
  context: CheckContext,
  { transfers, alone }: { transfers: FaultyTransfers; alone: TransferRefusals },
  combination: readonly TransferFault[],
): Promise<void> => {
  const [first] = combination
  const expected = (first && alone.get(first)) ?? ''
  const actual = summary(await sendWith(context, transfers, combination))
  const what = combination.map(fault => descriptions[fault]).join(' and ')
  expectThat(actual === expected, `${what} are not checked in the documented order`, { expected, actual })
}
