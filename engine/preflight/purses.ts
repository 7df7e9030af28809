import type { CheckContext } from '../../harness/context.ts'
import { isSuccess } from '../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../harness/http/response.ts'
import type { Actor } from '../../harness/run-context.ts'
import { isInsufficientFunds } from '../../harness/treasury.ts'
import { type PreflightResult, warning } from './finding.ts'

/** A purse, and the response to a transfer of one unit out of it. */
export type Withdrawal = { owner: Actor; response: HttpResponse }

/** Transfers a unit from each purse, which may be empty: a 402 proves that the account exists just as a 200 does. */
export const withdrawEach = async (context: CheckContext): Promise<Withdrawal[]> => {
  const purses = Object.values(context.run.identities).filter(({ id }) => /^purse\d$/.test(id))
  return await Promise.all(
    purses.map(async owner => ({
      owner,
      response: await context.transfer({ from: owner, to: context.partner }, { as: owner }),
    })),
  )
}

/** With fewer purses, an earlier run could have left the same amount in all of them. */
const fewest = 3

/**
 * If each purse paid a unit before the run paid anything in, reports whether purses can be overdrawn. They are provisioned empty: if each
 * pays exactly one unit, an earlier run cannot have left that money there. Otherwise the operator may have funded them.
 */
export const overdraftFindings = async (
  context: CheckContext,
  withdrawals: readonly Withdrawal[],
): Promise<PreflightResult> => {
  if (withdrawals.length < fewest || !withdrawals.every(({ response }) => isSuccess(response))) return { findings: [] }
  const again = await withdrawEach(context)
  if (again.every(({ response }) => isInsufficientFunds(response))) return { findings: [], isOverdrawnByUnit: true }
  return { findings: [warning('purses', message, remedy)] }
}

const message =
  'Each purse paid a unit before anything was paid in: it holds money, or the target lets it be overdrawn; the two look the same.'

const remedy = 'Give the purses the balance that provisioning.json lists, which is zero, and run again.'
