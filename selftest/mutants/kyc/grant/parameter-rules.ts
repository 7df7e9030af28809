import { Refusal } from '../../../../protocol/errors.ts'
import type { Asking } from '../../../../reference/kyc/grant.ts'
import type { Rule } from '../../../../reference/service/rules.ts'

/** A check whose refusals have another status, or another code. */
export const refusing =
  (check: Rule<Asking>, changes: { code?: string; status?: number }): Rule<Asking> =>
  asking => {
    const { code, status, message } = check(asking) ?? {}
    return code && status && message ? new Refusal(changes.code ?? code, changes.status ?? status, message) : undefined
  }
