import { defineSuite } from '../../../harness/clause.ts'
import { blocked } from '../../../harness/outcome.ts'
import { createUser } from '../../../pages/consent/page.ts'
import { openConsentPage } from '../../support/kyc/consent-flow.ts'
import { grantRequest, permissionsIn, urlOf } from '../../support/kyc/grant-request.ts'
import { observeAccessibility } from '../../support/pages/accessibility.ts'
import { mayNeedScript } from '../../support/pages/page-scripts.ts'

/** What the document leaves open of how a consent page is made. Heading: GET /kyc/grant/{ocid}. */
const { clause } = defineSuite({ id: 'consent-choices', roles: ['kyc'], operations: ['kyc.grant'] })

clause.observe('CONSENT-08', 'page without script', async context => {
  const request = grantRequest(context)
  const user = createUser(context.run, context, [context.run.callbackUrl])
  const { page, isConsent, obstacle } = await user.visit(urlOf(context, request), permissionsIn(request))
  if (!isConsent && (page === undefined || !mayNeedScript(page)))
    blocked(obstacle ?? 'the consent page does not load (GRANT-01)')
  context.observe({ 'page without script': isConsent ? 'can be decided' : 'needs script' })
})

clause.observe('CONSENT-08', 'accessibility of the page', async context =>
  observeAccessibility(context, (await openConsentPage(context)).page),
)
