import { defineSuite } from '../../../harness/clause.ts'
import { blocked } from '../../../harness/outcome.ts'
import { createCustomer } from '../../../pages/checkout/page.ts'
import { openSession, staticPageOf, visitSession } from '../../support/gateway/hosted-page/checkout-session.ts'
import { observeAccessibility } from '../../support/pages/accessibility.ts'
import { mayNeedScript } from '../../support/pages/page-scripts.ts'

/** What the document leaves open of how a hosted page is made. Heading: POST /orders/checkout. */
const { clause } = defineSuite({ id: 'hosted-page-choices', roles: ['gateway'], operations: ['orders.checkout'] })

clause.observe('PAGE-14', 'page without script', async context => {
  const { page } = await visitSession(context, { customer: createCustomer(context.run, context) })
  const { controls, obstacle } = page
  if (!controls.pay && !mayNeedScript(page)) blocked(obstacle ?? 'the page offers no way to pay (PAGE-01, PAGE-02)')
  context.observe({ 'page without script': controls.pay ? 'can be paid' : 'needs script' })
})

clause.observe('PAGE-14', 'accessibility of the page', async context =>
  observeAccessibility(context, staticPageOf(await openSession(context))),
)
