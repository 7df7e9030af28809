import type { CheckContext } from '../../harness/context.ts'
import { codeOf, isSuccess, summary } from '../../harness/http/pending-response.ts'
import { isRefusedByOwnRule } from '../../harness/http/refusal-cause.ts'
import type { HttpResponse } from '../../harness/http/response.ts'
import { type PreflightResult, warning } from './finding.ts'

/** Amounts to try instead of a refused one, in multiples of it. */
const multiples = [2n, 5n, 10n, 20n, 50n, 100n, 200n, 500n]

/**
 * Finds out whether a target refuses an order because of its amount, as fraud checks may, but accepts other amounts: then the range in the
 * config is wrong, and such refusals do not count against the target. Heading: POST /orders/checkout.
 */
export const amountFindings = async (context: CheckContext, refusal: HttpResponse): Promise<PreflightResult> => {
  const code = codeOf(refusal)
  if (!isRefusedByOwnRule(refusal) || typeof code !== 'string') return { findings: [] }
  const { money } = context
  const taken = await firstTaken(context)
  if (taken === undefined) return { findings: [] }
  const refused = `An order over ${money.amount()} ${money.currency} is refused (${summary(refusal)})`
  const message = `${refused}, and one over ${taken} ${money.currency} is accepted.`
  const remedy = `Make the target accept ${money.amount(1)} to ${money.amount(500)} ${money.currency} for the run, or name its range in the config (amounts.${money.currency}, min and max).`
  return {
    findings: [warning('amounts', message, remedy)],
    obstacles: { orders: { status: refusal.status, code, message: `${message} ${remedy}` } },
  }
}

/** Returns the smallest of these amounts that the target accepts; `undefined` if there is none. */
const firstTaken = async ({ checkout, merchant, money }: CheckContext): Promise<string | undefined> => {
  for (const multiple of multiples) {
    const amount = money.amount(100n * multiple)
    if (isSuccess(await checkout(merchant.signs(merchant.order({ amount, items: [] }))))) return amount
  }
  return undefined
}
