import type { PreflightFinding } from '../../schemas/messages.ts'
import type { Answer } from '../../suites/harness/answer.ts'
import { codeOf, isSuccess, summary } from '../../suites/harness/sent.ts'
import type { Actor } from '../../suites/harness/session.ts'
import { member } from '../../suites/harness/signed.ts'
import type { Stage } from '../../suites/harness/stage.ts'
import { type Part, unlessBlocked } from './part.ts'
import { isLoopback } from './target-url.ts'

/** Whether merchants are registered, accounts exist and hold something, and the target reaches the counterpart. */
export const moneyFindings = (stage: Stage, earlier: readonly Part[]): Promise<Part> => {
  const isBarred = earlier.some(part => part.obstacles?.authentication !== undefined)
  return isBarred
    ? Promise.resolve({ findings: [] })
    : unlessBlocked(async () => merged([await merchantFindings(stage), await accountFindings(stage)]), 'accounts')
}

const merged = (parts: readonly Part[]): Part => ({
  findings: parts.flatMap(part => part.findings),
  obstacles: Object.assign({}, ...parts.map(part => part.obstacles ?? {})),
  ...(parts.some(part => part.stop) ? { stop: 2 as const } : {}),
})

/** A merchant that is not registered is a wrong set-up where another one is. Heading: POST /orders/checkout. */
const merchantFindings = async (stage: Stage): Promise<Part> => {
  const answers = await Promise.all(
    [stage.merchant, stage.merchant2].map(async one => ({
      one,
      answer: await stage.checkout(one.signs(one.order()), { as: one }),
    })),
  )
  const missing = answers.filter(({ answer }) => codeOf(answer) === 'MERCHANT_NOT_REGISTERED')
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
const accountFindings = async (stage: Stage): Promise<Part> => {
  const purses = Object.values(stage.session.identities).filter(one => /^purse\d$/.test(one.id))
  const reference = stage.fresh('preflight')
  const first = await stage.transfer({ from: stage.partner, to: { ocid: stage.merchant.ocid, reference } })
  const answers = await Promise.all(purses.map(async purse => ({ purse, answer: await asked(stage, purse) })))
  const all = [first, ...answers.map(one => one.answer)]
  if (first.status === 402) return emptyTreasury(stage)
  const missing = answers
    .filter(({ answer }) => codeOf(answer) === 'ACCOUNT_NOT_FOUND')
    .map(({ purse }) => `${purse.id} (${purse.ocid})`)
  if (codeOf(first) === 'ACCOUNT_NOT_FOUND') missing.unshift(`till (${stage.merchant.ocid})`)
  if (missing.length > 0)
    return missingAccounts(missing, all.length === missing.length ? stage.partner.ocid : undefined)
  const other = await otherOcid(stage, first)
  if (other) return { findings: [other], stop: 2 }
  const money: PreflightFinding = {
    name: 'accounts',
    ok: true,
    severity: 'info',
    message: `Transfers are answered: ${summary(first)}.`,
  }
  const reach = first.status === 200 ? await reachFindings(stage, reference) : { findings: [] }
  return { ...reach, findings: [money, ...reach.findings] }
}

/**
 * The target calls itself by another OCID than the config: its proofs name that one as issuer, and orders that accept the
 * config's are refused where those that accept the other are taken. One of the two alone is for the checks to judge.
 */
const otherOcid = async (stage: Stage, transfer: Answer): Promise<PreflightFinding | undefined> => {
  const issuer = member(member(transfer.json, 'proof'), 'issuer')
  if (typeof issuer !== 'number' || issuer === stage.ocid) return undefined
  const takes = async (ocid: number) =>
    isSuccess(await stage.checkout(stage.merchant.signs(stage.merchant.order({ accepts: [ocid] }))))
  if ((await takes(stage.ocid)) || !(await takes(issuer))) return undefined
  return {
    name: 'target',
    ok: false,
    severity: 'error',
    message: `The target calls itself ${issuer}, and the config calls it ${stage.ocid}.`,
    remedy: `Set target.ocid (--ocid) to ${issuer}, or check the base URL.`,
  }
}

/** A purse is asked for a unit that it need not hold: 402 shows that it is there as well as 200 does, and nothing is left in it. */
const asked = (stage: Stage, purse: Actor) => stage.transfer({ from: purse, to: stage.partner }, { as: purse })

const emptyTreasury = (stage: Stage): Part => {
  const message = `The treasury (${stage.partner.ocid}) holds less than ${stage.money.amount(1)} ${stage.money.currency}: a transfer from it is answered 402.`
  const remedy = 'Fund the treasury account as provisioning.json lists it.'
  return { findings: [{ name: 'accounts', ok: false, severity: 'error', message, remedy }], stop: 2 }
}

const missingAccounts = (missing: readonly string[], treasury: number | undefined): Part => ({
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
const reachFindings = async (stage: Stage, reference: string): Promise<Part> => {
  const heard = await stage.notifications(reference, { timeoutMs: reachMs })
  const others = stage.witness.all.some(one => one.path !== '/registry.json')
  if (heard.length > 0 || others)
    return { findings: [{ name: 'reach', ok: true, severity: 'info', message: 'The target reaches the counterpart.' }] }
  const { baseUrl } = stage.counterpart
  const message = `Nothing came from the target at ${baseUrl}, not even the notification of a transfer.`
  const remedy = `Check that the target can connect to ${baseUrl}, and that the webhook registered for ${stage.merchant.ocid} is there.`
  const finding: PreflightFinding = { name: 'reach', ok: false, severity: 'warning', message, remedy }
  return isLoopback(baseUrl)
    ? { findings: [finding] }
    : { findings: [finding], obstacles: { counterpart: `${message} ${remedy}` } }
}
