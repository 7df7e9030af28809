import type { CheckContext } from '../../../../harness/context.ts'
import { notApplicable } from '../../../../harness/outcome.ts'
import type { Actor } from '../../../../harness/run-context.ts'
import { canSpend, fund } from './accounts.ts'

/** More than the sum of any series, in units. */
const largestSum = 500n

/**
 * Moves a large sum in and out again, together with a unit that may have got stuck; returns whether the sum could be paid out. Binary
 * rounding errors, often just below a unit, are lost in it, so that the next step starts from zero.
 */
export const passLargeSum = async (context: CheckContext, account: Actor): Promise<boolean> => {
  const sum = Math.max(1, Number(context.money.most > largestSum ? largestSum : context.money.most) - 1)
  await fund(context, account, sum).asControl()
  await context.arrived()
  return (await canSpend(context, account, sum + 1)) || (await canSpend(context, account, sum))
}

/**
 * Not applicable unless a sum that is paid in as a whole can be paid out as a whole, three times, and no more than that; and a large sum,
 * which would reveal a percentage fee.
 */
export const requirePlainAccount = async (context: CheckContext, account: Actor): Promise<void> => {
  await passLargeSum(context, account)
  for (let time = 0; time < 3; time++) {
    await fund(context, account, 30).asControl()
    await context.arrived()
    if ((await canSpend(context, account, 31)) || !(await canSpend(context, account, 30)))
      notApplicable('A single credit cannot be spent exactly: fees, or TRANSFER-09.')
  }
  if (!(await passLargeSum(context, account)))
    notApplicable('A single large credit cannot be spent exactly, as with a fee.')
}
