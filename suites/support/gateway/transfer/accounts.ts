import type { CheckContext } from '../../../../harness/context.ts'
import type { HttpResponse } from '../../../../harness/http/response.ts'
import type { Actor } from '../../../../harness/run-context.ts'
import { isInsufficientFunds } from '../../../../harness/treasury.ts'

/** Moves units from an account to the partner's reserve account. */
export const spend = (context: CheckContext, account: Actor, units: number) =>
  context.transfer({ from: account, to: context.partner, units }, { as: account })

/** Moves units from the partner's reserve account to an account. */
export const fund = (context: CheckContext, account: Actor, units: number) =>
  context.transfer({ from: context.partner, to: account, units })

/**
 * Moves units that have to be in an account. Where money arrives a moment after the answer it may be later once, as on a busy machine: a
 * refusal for the balance is waited for as long again, and the transfer sent anew.
 */
export const spendArrived = async (context: CheckContext, account: Actor, units: number): Promise<HttpResponse> => {
  const response = await spend(context, account, units)
  if (!isInsufficientFunds(response) || !(await context.arrived())) return response
  return await spend(context, account, units)
}
