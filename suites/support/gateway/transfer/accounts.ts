import type { CheckContext } from '../../../../harness/context.ts'
import type { Actor } from '../../../../harness/run-context.ts'

/** Moves units from an account to the partner's reserve account. */
export const spend = (context: CheckContext, account: Actor, units: number) =>
  context.transfer({ from: account, to: context.partner, units }, { as: account })

/** Moves units from the partner's reserve account to an account. */
export const fund = (context: CheckContext, account: Actor, units: number) =>
  context.transfer({ from: context.partner, to: account, units })
