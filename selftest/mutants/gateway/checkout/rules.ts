import { Refusal } from '../../../../protocol/errors.ts'
import { type Checkout, checkoutRules } from '../../../../reference/gateway/checkout.ts'
import type { Rule } from '../../../../reference/service/rules.ts'
import { replaced } from '../../../support/changes.ts'

export const misread = (old: Rule<Checkout>, by: Rule<Checkout>) => ({
  checkoutRules: replaced(checkoutRules, old, by),
})

/** The same rule with another answer. */
export const answering = (rule: Rule<Checkout>, code: string, status: number) =>
  misread(rule, subject => rule(subject) && new Refusal(code, status, 'The order is refused.'))
