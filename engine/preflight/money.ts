import type { CheckContext } from '../../harness/context.ts'
import type { RecordedRequest } from '../../harness/counterpart.ts'
import { codeOf, isSuccess, summary } from '../../harness/http/pending-response.ts'
import { isRefusedByOwnRule } from '../../harness/http/refusal-cause.ts'
import type { HttpResponse } from '../../harness/http/response.ts'
import { waits } from '../../harness/patience.ts'
import type { Actor } from '../../harness/run-context.ts'
import { isInsufficientFunds } from '../../harness/treasury.ts'
import { memberOf } from '../../protocol/json/json.ts'
import type { PreflightFinding } from '../../schemas/messages.ts'
import { currencyProblem } from './currency.ts'
import { note, type PreflightResult, problem, warning, working, wrongSetUp } from './finding.ts'
import { amountFindings } from './order-amounts.ts'
import { overdraftFindings, withdrawEach } from './purses.ts'
import { settleBoth } from './settle-both.ts'
import { stampedClock } from './stamped-clock.ts'
import { isLoopback } from './target-url.ts'
import { treasuryFindings } from './treasury.ts'
import { unlessBlocked } from './unless-blocked.ts'

/**
 * Checks that merchants are registered, that accounts exist and hold money, and that the target reaches the
 * counterpart.
 */
export const moneyFindings = (context: CheckContext, earlier: readonly PreflightResult[]): Promise<PreflightResult> => {
  const isRefused = earlier.some(result => result.obstacles?.authentication !== undefined)
  return isRefused ? Promise.resolve({ findings: [] }) : unlessBlocked(() => findingsIn(context), 'accounts')
}

const findingsIn = async (context: CheckContext): Promise<PreflightResult> => {
  const currency = await currencyProblem(context)
  return currency ? wrongSetUp(currency) : merged(await settleBoth(merchantFindings(context), accountFindings(context)))
}

const merged = (results: readonly PreflightResult[]): PreflightResult => ({
  findings: results.flatMap(({ findings }) => findings),
  obstacles: Object.assign({}, ...results.map(({ obstacles }) => obstacles ?? {})),
  ...(results.some(({ stop }) => stop) ? { stop: 2 as const } : {}),
  isRefusedByOwnRule: results.some(result => result.isRefusedByOwnRule),
  isOverdrawnByUnit: results.some(result => result.isOverdrawnByUnit),
})

/** Checks that both merchants are registered. Heading: POST /orders/checkout. */
const merchantFindings = async (context: CheckContext): Promise<PreflightResult> => {
  const responses = await Promise.all(
    [context.merchant, context.merchant2].map(async merchant => ({
      merchant,
      response: await context.checkout(merchant.signs(merchant.order()), { as: merchant }),
    })),
  )
  const missing = responses.filter(({ response }) => codeOf(response) === 'MERCHANT_NOT_REGISTERED')
  if (missing.length > 0) return wrongSetUp(...missing.map(({ merchant }) => unregistered(merchant)))
  const [first] = responses
  const isRefused = first !== undefined && responses.every(({ response }) => isRefusedByOwnRule(response))
  return {
    ...(isRefused ? await amountFindings(context, first.response) : { findings: [] }),
    isRefusedByOwnRule: responses.some(({ response }) => isRefusedByOwnRule(response)),
  }
}

const unregistered = ({ id, ocid }: Actor): PreflightFinding =>
  problem(
    `merchant ${id}`,
    `The target does not know ${id} (${ocid}) as a merchant: MERCHANT_NOT_REGISTERED.`,
    `Register merchant ${ocid} at the target as provisioning.json lists it under gateway.merchants.`,
  )

/** Transfers one unit from the treasury to the till, which should cause a notification, and one from each purse. */
const accountFindings = async (context: CheckContext): Promise<PreflightResult> => {
  const reference = context.fresh('preflight')
  const fromTreasury = await context.transfer({ from: context.partner, to: { ocid: context.merchant.ocid, reference } })
  const fromPurses = await withdrawEach(context)
  if (fromTreasury.status === 402) return emptyTreasury(context)
  const missing = fromPurses
    .filter(({ response }) => codeOf(response) === 'ACCOUNT_NOT_FOUND')
    .map(({ owner }) => `${owner.id} (${owner.ocid})`)
  if (codeOf(fromTreasury) === 'ACCOUNT_NOT_FOUND') missing.unshift(`till (${context.merchant.ocid})`)
  const isAll = missing.length === fromPurses.length + 1
  const emptyPurse = fromPurses.find(({ response }) => isInsufficientFunds(response))?.owner
  if (missing.length === 0 && emptyPurse) missing.push(...(await missingRecipients(context, emptyPurse)))
  if (missing.length > 0) return missingAccounts(missing, isAll ? context.partner.ocid : undefined)
  const other = await otherOcid(context, fromTreasury)
  if (other) return wrongSetUp(other)
  const answered = `Transfers are answered: ${summary(fromTreasury)}.`
  if (fromTreasury.status !== 200)
    return { findings: [note('accounts', answered)], isRefusedByOwnRule: isRefusedByOwnRule(fromTreasury) }
  const clock = await stampedClock(context, fromTreasury)
  if (clock) return wrongSetUp(clock)
  const overdraft = await overdraftFindings(context, fromPurses)
  const [treasury, reach] = await settleBoth(treasuryFindings(context), reachFindings(context, reference))
  return {
    ...reach,
    ...overdraft,
    findings: [working('accounts', answered), ...overdraft.findings, ...treasury.findings, ...reach.findings],
  }
}

/**
 * Returns the missing accounts among those that only receive. The transfers come from an empty account, so that nothing moves: the
 * destination is checked before the balance. The foreign account is missing only if it cannot be a source either.
 */
const missingRecipients = async (context: CheckContext, from: Actor): Promise<string[]> => {
  const { merchant2, foreign, partner } = context
  const [toTill, toForeign, fromForeign] = await Promise.all([
    context.transfer({ from, to: merchant2, units: 2 }, { as: from }),
    context.transfer({ from, to: foreign, units: 2 }, { as: from }),
    context.transfer({ from: foreign, to: partner }, { as: partner }),
  ])
  const isMissing = (response: HttpResponse) => codeOf(response) === 'ACCOUNT_NOT_FOUND'
  return [
    ...(isMissing(toTill) ? [`till2 (${merchant2.ocid})`] : []),
    ...(isMissing(toForeign) && isMissing(fromForeign) ? [`foreign (${foreign.ocid})`] : []),
  ]
}

/**
 * Finds out whether the target calls itself by a different OCID than the config: its proofs name that OCID as issuer, and it accepts orders
 * that name it but refuses those that name the config's. The checks judge either fault alone.
 */
const otherOcid = async (context: CheckContext, transfer: HttpResponse): Promise<PreflightFinding | undefined> => {
  const issuer = memberOf(memberOf(transfer.json, 'proof'), 'issuer')
  if (typeof issuer !== 'number' || issuer === context.ocid) return undefined
  const accepts = async (ocid: number) =>
    isSuccess(await context.checkout(context.merchant.signs(context.merchant.order({ accepts: [ocid] }))))
  if ((await accepts(context.ocid)) || !(await accepts(issuer))) return undefined
  return problem(
    'target',
    `The target calls itself ${issuer}, and the config calls it ${context.ocid}.`,
    `Set target.ocid (--ocid) to ${issuer}, or check the base URL.`,
  )
}

const emptyTreasury = ({ partner, money }: CheckContext): PreflightResult =>
  wrongSetUp(
    problem(
      'accounts',
      `The treasury (${partner.ocid}) holds less than ${money.amount(1)} ${money.currency}: a transfer from it gets a 402.`,
      'Fund the treasury account as provisioning.json lists it.',
    ),
  )

/** `treasury`: its OCID, if no account was found. */
const missingAccounts = (missing: readonly string[], treasury: number | undefined): PreflightResult =>
  wrongSetUp(
    problem(
      'accounts',
      treasury === undefined
        ? `Accounts are missing at the target: ${missing.join(', ')}.`
        : `The target does not find any account: the treasury (${treasury}) is missing, or all others are.`,
      'Open the accounts that provisioning.json lists under gateway.accounts.',
    ),
  )

/**
 * Checks that requests of the target arrive. On the same machine, the target can certainly reach a running counterpart, so its silence is
 * its own fault, and the checks wait longer; otherwise the network may be the cause.
 */
const reachFindings = async (context: CheckContext, reference: string): Promise<PreflightResult> => {
  const { baseUrl } = context.counterpart
  const { patience } = context.run
  const waitMs = isLoopback(baseUrl) ? Math.min(waits.reach.ms, patience.mostMs) : patience.mostMs
  const isSent = ({ path }: RecordedRequest) => path !== '/registry.json'
  const notifications = await context.notifications(reference, Math.min(waits.reach.ms, waitMs))
  const others = await context.requestsWithin(notifications.length > 0 ? 0 : waitMs - waits.reach.ms, isSent)
  if (notifications.length > 0 || others.length > 0)
    return { findings: [working('reach', 'The target reaches the counterpart.')] }
  const message = `Nothing arrived from the target at ${baseUrl} within ${Math.round(waitMs / 1000)} s, not even the notification of a transfer.`
  const remedy = `Check that the target can connect to ${baseUrl}, and that the webhook registered for ${context.merchant.ocid} is there.`
  if (!isLoopback(baseUrl))
    return { findings: [warning('reach', message, remedy)], obstacles: { counterpart: `${message} ${remedy}` } }
  const mostSeconds = Math.round(patience.mostMs / 1000)
  return { findings: [warning('reach', `${message} The checks wait for one for up to ${mostSeconds} s.`, remedy)] }
}
