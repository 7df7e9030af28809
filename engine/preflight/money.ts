import type { CheckContext } from '../../harness/context.ts'
import { codeOf, isSuccess, summary } from '../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../harness/http/response.ts'
import { member } from '../../harness/http/target-signature.ts'
import type { Actor } from '../../harness/run-context.ts'
import type { PreflightFinding } from '../../schemas/messages.ts'
import { type PreflightResult, unlessBlocked } from './result.ts'
import { isLoopback } from './target-url.ts'

/** Whether merchants are registered, accounts exist and hold something, and the target reaches the counterpart. */
export const moneyFindings = (context: CheckContext, earlier: readonly PreflightResult[]): Promise<PreflightResult> => {
  const isBarred = earlier.some(part => part.obstacles?.authentication !== undefined)
  return isBarred
    ? Promise.resolve({ findings: [] })
    : unlessBlocked(async () => merged([await merchantFindings(context), await accountFindings(context)]), 'accounts')
}

const merged = (parts: readonly PreflightResult[]): PreflightResult => ({
  findings: parts.flatMap(part => part.findings),
  obstacles: Object.assign({}, ...parts.map(part => part.obstacles ?? {})),
  ...(parts.some(part => part.stop) ? { stop: 2 as const } : {}),
})

/** A merchant that is not registered is a wrong set-up where another one is. Heading: POST /orders/checkout. */
const merchantFindings = async (context: CheckContext): Promise<PreflightResult> => {
  const responses = await Promise.all(
    [context.merchant, context.merchant2].map(async one => ({
      one,
      response: await context.checkout(one.signs(one.order()), { as: one }),
    })),
  )
  const missing = responses.filter(({ response }) => codeOf(response) === 'MERCHANT_NOT_REGISTERED')
  if (missing.length === 0) return { findings: [] }
  return { findings: missing.map(({ one }) => unregistered(one)), stop: 2 }
}

const unregistered = ({ id, ocid }: Actor): PreflightFinding => ({
  name: `merchant ${id}`,
  ok: false,
  severity: 'error',
  message: `The target does not know ${id} (${ocid}) as a merchant: MERCHANT_NOT_REGISTERED.`,
  remedy: `Register merchant ${ocid} at the target as provisioning.json lists it under gateway.merchants.`,
})

/** One unit from the treasury to the till, which the merchant should be told of, and one from each purse. */
const accountFindings = async (context: CheckContext): Promise<PreflightResult> => {
  const accountPool = Object.values(context.run.identities).filter(one => /^purse\d$/.test(one.id))
  const reference = context.fresh('preflight')
  const first = await context.transfer({ from: context.partner, to: { ocid: context.merchant.ocid, reference } })
  const responses = await Promise.all(
    accountPool.map(async account => ({ account, response: await asked(context, account) })),
  )
  const all = [first, ...responses.map(one => one.response)]
  if (first.status === 402) return emptyTreasury(context)
  const missing = responses
    .filter(({ response }) => codeOf(response) === 'ACCOUNT_NOT_FOUND')
    .map(({ account }) => `${account.id} (${account.ocid})`)
  if (codeOf(first) === 'ACCOUNT_NOT_FOUND') missing.unshift(`till (${context.merchant.ocid})`)
  if (missing.length > 0)
    return missingAccounts(missing, all.length === missing.length ? context.partner.ocid : undefined)
  const other = await otherOcid(context, first)
  if (other) return { findings: [other], stop: 2 }
  const money: PreflightFinding = {
    name: 'accounts',
    ok: true,
    severity: 'info',
    message: `Transfers are answered: ${summary(first)}.`,
  }
  const reach = first.status === 200 ? await reachFindings(context, reference) : { findings: [] }
  return { ...reach, findings: [money, ...reach.findings] }
}

/**
 * The target calls itself by another OCID than the config: its proofs name that one as issuer, and orders that accept the
 * config's are refused where those that accept the other are taken. One of the two alone is for the checks to judge.
 */
const otherOcid = async (context: CheckContext, transfer: HttpResponse): Promise<PreflightFinding | undefined> => {
  const issuer = member(member(transfer.json, 'proof'), 'issuer')
  if (typeof issuer !== 'number' || issuer === context.ocid) return undefined
  const takes = async (ocid: number) =>
    isSuccess(await context.checkout(context.merchant.signs(context.merchant.order({ accepts: [ocid] }))))
  if ((await takes(context.ocid)) || !(await takes(issuer))) return undefined
  return {
    name: 'target',
    ok: false,
    severity: 'error',
    message: `The target calls itself ${issuer}, and the config calls it ${context.ocid}.`,
    remedy: `Set target.ocid (--ocid) to ${issuer}, or check the base URL.`,
  }
}

/** A purse is asked for a unit that it need not hold: 402 shows that it is there as well as 200 does, and nothing is left in it. */
const asked = (context: CheckContext, account: Actor) =>
  context.transfer({ from: account, to: context.partner }, { as: account })

const emptyTreasury = (context: CheckContext): PreflightResult => {
  const message = `The treasury (${context.partner.ocid}) holds less than ${context.money.amount(1)} ${context.money.currency}: a transfer from it is answered 402.`
  const remedy = 'Fund the treasury account as provisioning.json lists it.'
  return { findings: [{ name: 'accounts', ok: false, severity: 'error', message, remedy }], stop: 2 }
}

const missingAccounts = (missing: readonly string[], treasury: number | undefined): PreflightResult => ({
  findings: [
    {
      name: 'accounts',
      ok: false,
      severity: 'error',
      message:
        treasury === undefined
          ? `Accounts are missing at the target: ${missing.join(', ')}.`
          : `The target finds no account: the treasury (${treasury}) is missing, or all others are.`,
      remedy: 'Open the accounts that provisioning.json lists under gateway.accounts.',
    },
  ],
  stop: 2,
})

/** Milliseconds in which the target has to show up at the counterpart. */
const reachMs = 4_000

/**
 * Whether anything at all comes from the target. On one machine a counterpart that answers itself can be reached, so that
 * silence is the target's own; from elsewhere it may as well be the network's.
 */
const reachFindings = async (context: CheckContext, reference: string): Promise<PreflightResult> => {
  const heard = await context.notifications(reference, { timeoutMs: reachMs })
  const others = context.journal.all.some(one => one.path !== '/registry.json')
  if (heard.length > 0 || others)
    return { findings: [{ name: 'reach', ok: true, severity: 'info', message: 'The target reaches the counterpart.' }] }
  const { baseUrl } = context.counterpart
  const message = `Nothing came from the target at ${baseUrl}, not even the notification of a transfer.`
  const remedy = `Check that the target can connect to ${baseUrl}, and that the webhook registered for ${context.merchant.ocid} is there.`
  const finding: PreflightFinding = { name: 'reach', ok: false, severity: 'warning', message, remedy }
  return isLoopback(baseUrl)
    ? { findings: [finding] }
    : { findings: [finding], obstacles: { counterpart: `${message} ${remedy}` } }
}
