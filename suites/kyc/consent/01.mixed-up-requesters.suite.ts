import { defineSuite } from '../../../harness/clause.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import type { ConsentLanding, ConsentPage } from '../../../harness/pages.ts'
import { newUser, openConsentPage } from '../../support/kyc/consent-flow.ts'
import { grantRequest, permissionsIn, urlOf } from '../../support/kyc/grant-request.ts'
import { forgetMetadata, unreadMetadata, whileMetadata } from '../../support/kyc/requester-metadata.ts'
import { expectNotMixedUp } from '../../support/kyc/requester-name.ts'

/** No page shows a requester by the name of another. Heading: GET /kyc/grant/{ocid}. */
const { clause } = defineSuite({ id: 'consent', roles: ['kyc'], operations: ['kyc.grant'] })

const consentPageOf = ({ page, isConsent }: ConsentLanding): ConsentPage | undefined => (isConsent ? page : undefined)

clause('CONSENT-01', 'page opened again after a request of another requester', async context => {
  const { requester, unreliable } = context
  const { page, user, request } = await openConsentPage(context)
  const other = grantRequest(context, { ocid: unreliable.ocid })
  const shown = consentPageOf(await newUser(context).visit(urlOf(context, other), permissionsIn(other)))
  expectNotMixedUp(context, shown ?? notApplicable('The target takes no request of another requester.'), {
    own: unreliable,
    other: requester,
  })
  const again = consentPageOf(await user.visit(page.url, permissionsIn(request)))
  expectNotMixedUp(context, again ?? notApplicable('The page of a request cannot be opened again.'), {
    own: requester,
    other: unreliable,
  })
})

clause(
  'CONSENT-01',
  'requester whose metadata cannot be read',
  async context => {
    const { requester, unreliable } = context
    await openConsentPage(context)
    const request = grantRequest(context, { ocid: unreliable.ocid })
    const visit = () => newUser(context).visit(urlOf(context, request), permissionsIn(request))
    const landing = await whileMetadata(context, { status: 500 }, visit)
    await forgetMetadata(context)
    if (landing === undefined) return context.untried(`A requester without metadata: ${unreadMetadata(context)}.`)
    // A target may refuse such a request, or show a page without a name.
    const page = consentPageOf(landing)
    if (page !== undefined) expectNotMixedUp(context, page, { own: unreliable, other: requester })
  },
  { alone: true, last: true },
)
