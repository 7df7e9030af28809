import { defineSuite } from '../../../harness/clause.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { someOf, unlessQuick } from '../../members/samples.ts'
import { otherOcids } from '../../members/values/alike-numbers.ts'
import { newUser, openConsentPage } from '../../support/kyc/consent-flow.ts'
import { grantRequest, permissionsIn, urlOf } from '../../support/kyc/grant-request.ts'
import { hasText } from '../../support/pages/page-text.ts'

/** The page shows the name of the requester alone. Heading: GET /kyc/grant/{ocid}. */
const { clause } = defineSuite({ id: 'consent', roles: ['kyc'], operations: ['kyc.grant'] })

clause.property<string[]>('CONSENT-01', 'requesters that are alike', async context => {
  await openConsentPage(context)
  const { name, ocid } = context.requester
  const alike = otherOcids(ocid)
  const names = Object.keys(alike)
  return {
    arbitrary: () => someOf(names),
    examples: unlessQuick(context, [names]),
    runs: 2,
    test: async (on, drawn) => {
      for (const request of drawn.map(likeness => grantRequest(on, { ocid: String(alike[likeness]) }))) {
        // A target may refuse requesters that it does not know.
        const { page, isConsent } = await newUser(on).visit(urlOf(on, request), permissionsIn(request))
        if (!isConsent || page === undefined) continue
        expectThat(!hasText(page.text, name), 'the page shows the name of another requester', {
          expected: `not ${name}, which is OCID ${ocid}`,
          actual: `OCID ${request.ocid}, the page ${page.name} shows: ${page.text}`,
        })
      }
    },
  }
})
