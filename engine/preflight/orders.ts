import type { CheckContext } from '../../harness/context.ts'
import { isRefusal, summary } from '../../harness/http/pending-response.ts'
import { member } from '../../harness/http/target-signature.ts'
import { brief } from '../../harness/outcome.ts'
import { isRefusalOfLayer } from '../discovery/authentication-probe.ts'
import { type PreflightResult, warning, working } from './finding.ts'
import { unlessBlocked } from './unless-blocked.ts'

/**
 * Creates an order at a merchant. A refusal that has nothing to do with authentication breaks ORDER-01, or comes from a set-up that names
 * another OCID or other goods: the operator is told of both. Heading: POST /orders/create.
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
  const said = member(member(response.json, 'error'), 'message')
  const quote = said === undefined ? '' : ` (${brief(said, 200)})`
  return {
    findings: [
      warning(
        'orders',
        `An order over ${amount} ${currency} for OCID ${ocid} is refused: ${summary(response)}${quote}.`,
        `If the merchant has another OCID than ${ocid}, give it with --ocid, or as target.ocid in the config. If it takes its own goods, amounts or currency only, name them there (items, amounts, currency).`,
      ),
    ],
  }
}
