import { Refusal } from '../../../../protocol/errors.ts'
import { checkoutRules } from '../../../../reference/gateway/checkout.ts'
import type { Checkout } from '../../../../reference/gateway/contract.ts'
import type { Rule } from '../../../../reference/service/rules.ts'
import { replace } from '../../../support/changes.ts'

export const replaceRule = (old: Rule<Checkout>, by: Rule<Checkout>) => ({
  checkoutRules: replace(checkoutRules, old, by),
})

/** Changes the code and status of a rule's refusal. */
export const refuseAs = (rule: Rule<Checkout>, code: string, status: number) =>
  replaceRule(rule, subject => rule(subject) && new Refusal(code, status, 'The order is refused.'))
