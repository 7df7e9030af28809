import type { CheckContext } from '../../../../harness/context.ts'
import { isSuccess } from '../../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../../harness/http/response.ts'
import type { Actor } from '../../../../harness/run-context.ts'
import { isInsufficientFunds } from '../../../../harness/treasury.ts'
import { ask } from '../../probe.ts'

/** Moves units from an account to the partner's reserve account. */
export const spend = (context: CheckContext, account: Actor, units: number) =>
  context.transfer({ from: account, to: context.partner, units }, { as: account })

/** Moves units from the partner's reserve account to an account. */
export const fund = (context: CheckContext, account: Actor, units: number) =>
  context.transfer({ from: context.partner, to: account, units })

/** Returns whether a response reveals the balance, as only a completed transfer does, or one refused for the balance. */
const tellsBalance = (response: HttpResponse): boolean => isSuccess(response) || isInsufficientFunds(response)

/** What a response reveals about the balance from which a transfer is paid; undefined if nothing. */
export const balanceIn = (response: HttpResponse): HttpResponse | undefined =>
  tellsBalance(response) ? response : undefined

/** Tries to pay units out; blocks the check if the target neither does so nor refuses for the balance. */
export const canSpend = async (context: CheckContext, account: Actor, units: number): Promise<boolean> =>
  isSuccess(await askBalance(context, account, units))

const askBalance = (context: CheckContext, account: Actor, units: number): Promise<HttpResponse> =>
  ask(context, {
    what: `Whether ${context.money.amount(units)} can be paid out of an account`,
    send: () => spend(context, account, units),
    read: balanceIn,
    once: true,
  })

/**
 * Moves units that must be in an account; retries while the transfer is refused for a reason other than the balance, and blocks the check
 * if it stays refused. Money may arrive a moment after the response, or even later on a busy machine: after a refusal for the balance,
 * waits for as long again and retries.
 */
export const spendArrived = async (context: CheckContext, account: Actor, units: number): Promise<HttpResponse> => {
  const response = await askBalance(context, account, units)
  return isInsufficientFunds(response) && (await context.arrived()) ? askBalance(context, account, units) : response
}
