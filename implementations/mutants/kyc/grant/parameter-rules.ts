import { Refusal } from '../../../../protocol/errors.ts'
import type { GrantQuery } from '../../../../reference/kyc/contract.ts'
import type { Rule } from '../../../../reference/service/rules.ts'

/** Refuses what a rule refuses, with another status or code. */
export const refuseWith =
  (check: Rule<GrantQuery>, changes: { code?: string; status?: number }): Rule<GrantQuery> =>
  grantQuery => {
    const { code, status, message } = check(grantQuery) ?? {}
    return code && status && message ? new Refusal(changes.code ?? code, changes.status ?? status, message) : undefined
  }
