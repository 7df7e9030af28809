/**
 * CHECKOUT-16 · urls, which the order's signature does not cover, cannot become script: completed and cancelled that
 * are not http(s) are refused or never used.
 */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { checkoutControl, redirectOf } from '../../support/gateway/hosted-page/checkout-session.ts'
import { describeLanding } from '../../support/pages/describe-landing.ts'
import { elementUsing } from '../../support/pages/page-security.ts'

const { clause } = defineSuite({ id: 'hosted-page-safety', roles: ['gateway'], operations: ['orders.checkout'] })

const schemes = {
  javascript: 'javascript:ocprobe',
  data: 'data:text/html,ocprobe',
  'disguised javascript': 'javascript:https://ocprobe',
}

const actions = { completed: 'pay', cancelled: 'cancel' } as const
type Member = keyof typeof actions

const expectUnused = (use: string | undefined, member: Member) =>
  expectThat(use === undefined, `urls.${member} is used although it is a script`, {
    expected: 'never used',
    actual: use,
  })

/** Checks out an order with a script address; fails the clause if the page or an action on it uses that address. */
const expectScriptUnused = async (context: CheckContext, member: Member, address: string): Promise<void> => {
  await checkoutControl(context)
  const body = context.merchant.signs(context.merchant.order(), { urls: { [member]: address } })
  const response = await context.checkout(body).evenSilent()
  if (!isSuccess(response))
    return expectThat(!response.silence, 'the checkout gets no response', {
      expected: 'a refusal',
      actual: summary(response),
    })
  const page = await context.customer().open(redirectOf(context, response))
  expectUnused(elementUsing(page.$, address), member)
  const landing = await page[actions[member]]()
  const use = landing.redirectedTo?.includes(address)
    ? describeLanding(landing)
    : landing.page && elementUsing(landing.page.$, address)
  expectUnused(use, member)
}

for (const member of ['completed', 'cancelled'] as const)
  for (const [scheme, prefix] of Object.entries(schemes))
    clause('CHECKOUT-16', `${scheme} address as urls.${member}`, context =>
      expectScriptUnused(context, member, `${prefix}${context.fresh('')}`),
    )
