import { Refusal } from '../../../../protocol/errors.ts'
import type { GrantQuery } from '../../../../reference/kyc/contract.ts'
import { valueIn } from '../../../../reference/kyc/grant/parameters.ts'
import type { Rule } from '../../../../reference/service/rules.ts'

/** Changes the code or status of a rule's refusal. */
export const refuseWith =
  (check: Rule<GrantQuery>, { code, status }: { code?: string; status?: number }): Rule<GrantQuery> =>
  grantQuery => {
    const refusal = check(grantQuery)
    return refusal && new Refusal(code ?? refusal.code, status ?? refusal.status, refusal.message, refusal.details)
  }

export const isMissing =
  (name: string) =>
  ({ query }: GrantQuery): boolean =>
    valueIn(query, name) === ''

/** Refuses some requests with another code or status. */
export const refuseWhere =
  (isOne: (grantQuery: GrantQuery) => boolean, check: Rule<GrantQuery>, change: RefusalChange[1]): Rule<GrantQuery> =>
  grantQuery =>
    (isOne(grantQuery) ? refuseWith(check, change) : check)(grantQuery)

export type RefusalChange = readonly [check: Rule<GrantQuery>, changes: { code?: string; status?: number }]
