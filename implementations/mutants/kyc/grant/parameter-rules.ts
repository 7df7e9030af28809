import { Refusal } from '../../../../protocol/errors.ts'
import type { GrantQuery } from '../../../../reference/kyc/contract.ts'
import type { Rule } from '../../../../reference/service/rules.ts'

/** Changes the status or code of a rule's refusal. */
export const refuseWith =
  (check: Rule<GrantQuery>, changes: { code?: string; status?: number }): Rule<GrantQuery> =>
  grantQuery => {
    const { code, status, message } = check(grantQuery) ?? {}
    return code && status && message ? new Refusal(changes.code ?? code, changes.status ?? status, message) : undefined
  }
