import { Refusal } from '../../../../protocol/errors.ts'
import { type Asking, valueIn } from '../../../../reference/kyc/grant.ts'
import type { Rule } from '../../../../reference/service/rules.ts'

/** What a check refuses is refused otherwise. */
export const refusing =
  (check: Rule<Asking>, { code, status }: { code?: string; status?: number }): Rule<Asking> =>
  asking => {
    const refusal = check(asking)
    return refusal && new Refusal(code ?? refusal.code, status ?? refusal.status, refusal.message, refusal.details)
  }

export const lacks =
  (name: string) =>
  ({ query }: Asking): boolean =>
    valueIn(query, name) === ''

/** The same, for some requests; others are refused as they are. */
export const refusingWhere =
  (isOne: (asking: Asking) => boolean, check: Rule<Asking>, change: Otherwise[1]): Rule<Asking> =>
  asking =>
    (isOne(asking) ? refusing(check, change) : check)(asking)

export type Otherwise = readonly [check: Rule<Asking>, changes: { code?: string; status?: number }]
