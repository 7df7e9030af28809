import { Refusal } from '../../../../protocol/errors.ts'
import { type GrantQuery, valueIn } from '../../../../reference/kyc/grant.ts'
import type { Rule } from '../../../../reference/service/rules.ts'

/** What a check refuses is refused otherwise. */
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

/** The same, for some requests; others are refused as they are. */
export const refuseWhere =
  (isOne: (grantQuery: GrantQuery) => boolean, check: Rule<GrantQuery>, change: RefusalChange[1]): Rule<GrantQuery> =>
  grantQuery =>
    (isOne(grantQuery) ? refuseWith(check, change) : check)(grantQuery)

export type RefusalChange = readonly [check: Rule<GrantQuery>, changes: { code?: string; status?: number }]
