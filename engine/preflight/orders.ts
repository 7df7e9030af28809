import type { CheckContext } from '../../harness/context.ts'
import { codeOf, isRefusal, summary } from '../../harness/http/pending-response.ts'
import { causeIn, isForOcid, isRefusedByOwnRule } from '../../harness/http/refusal-cause.ts'
import type { HttpResponse } from '../../harness/http/response.ts'
import { errorCatalogue } from '../../protocol/errors.ts'
import { isRefusalOfLayer } from '../discovery/authentication-probe.ts'
import { type PreflightResult, warning, working } from './finding.ts'
import { unlessBlocked } from './unless-blocked.ts'

/**
 * Creates an order at a merchant. A refusal unrelated to authentication either breaks ORDER-01, or is due to a configuration with the wrong OCID
 * or goods: the finding names both causes. A refusal that names the OCID blocks the checks that need an order. Heading: POST
 * /orders/create.
 */
export const orderFindings = (context: CheckContext, earlier: readonly PreflightResult[]): Promise<PreflightResult> => {
  const isRefused = earlier.some(
    ({ obstacles }) => obstacles?.authentication !== undefined || obstacles?.identities?.app,
  )
  return isRefused || !context.run.changesState
    ? Promise.resolve({ findings: [] })
    : unlessBlocked(() => createOrder(context), 'orders')
}

const createOrder = async (context: CheckContext): Promise<PreflightResult> => {
  const request = context.orderRequestOf()
  const response = await context.createOrder(request)
  if (!isRefusal(response) || isRefusalOfLayer(response))
    return { findings: [working('orders', `An order is answered: ${summary(response)}.`)] }
  const { ocid, amount, currency } = request
  const cause = causeIn(response)
  return {
    ...(otherMerchant(response, ocid) ?? closedShop(response)),
    isRefusedByOwnRule: isRefusedByOwnRule(response),
    findings: [
      warning(
        'orders',
        `An order over ${amount} ${currency} for OCID ${ocid} is refused: ${summary(response)}${cause ? ` (${cause})` : ''}.`,
        `If the merchant has a different OCID than ${ocid}, give it with --ocid, or as target.ocid in the config. If it only accepts its own goods, amounts or currency, name them there (items, amounts, currency).`,
      ),
    ],
  }
}

/**
 * Returns the obstacle that the settings may name a different OCID than the merchant has, if it refuses a correct order for that reason.
 * Only the operator knows whether the OCID is right, and so whether that is the merchant's fault.
 */
const otherMerchant = (response: HttpResponse, ocid: number): Pick<PreflightResult, 'obstacles'> | undefined => {
  if (!isForOcid(response)) return undefined
  const message = `the merchant refuses orders for OCID ${ocid} (${summary(response)}), and names the OCID as the cause: give its own with --ocid, or as target.ocid in the config. If ${ocid} is its own, it breaks ORDER-01`
  return { obstacles: { orders: { status: response.status, code: codeOf(response), isForOcid: true, message } } }
}

/** Statuses with which a server refuses a correct request because of the server's state. */
const ofState: ReadonlySet<number> = new Set([402, 409, 410, 423])

/**
 * Returns the obstacle that a merchant currently accepts no orders (such as 409 SOLD_OUT), if it refuses a correct order with an unused id
 * because of its own state: with an undocumented code, and a status that does not blame the request.
 */
const closedShop = (response: HttpResponse): Pick<PreflightResult, 'obstacles'> => {
  const code = codeOf(response)
  const isOwn = typeof code === 'string' && ofState.has(response.status) && !(code in errorCatalogue)
  if (!isOwn) return {}
  const message = `the merchant does not accept orders (${summary(response)}): make it accept some during the run, or describe in the config its orders (items, amounts, currency)`
  return { obstacles: { orders: { status: response.status, code, message } } }
}
