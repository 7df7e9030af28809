import { defineSuite } from '../../../harness/clause.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import { member } from '../../../harness/http/target-signature.ts'
import { blocked, expectThat, notApplicable } from '../../../harness/outcome.ts'
import { requireDeclared } from '../../support/capabilities.ts'
import { pathOf } from '../../support/kyc/consent-flow.ts'
import { unprovisionedRequest } from '../../support/kyc/invalid-requests.ts'
import { isAnswered, probeUnknownPath } from '../../support/reachability.ts'

/** What a KYC provider says of itself beyond every role's metadata. Heading: Metadata document. */
export const kycMetadata = defineSuite({ id: 'kyc-metadata', roles: ['kyc'], operations: ['metadata'] })
const { clause } = kycMetadata

clause(
  'META-07',
  'declared kyc.grant answered',
  async context => {
    requireDeclared(context, 'kyc.grant')
    const response = await context.get(pathOf(unprovisionedRequest(context)))
    const nowhere = await probeUnknownPath(context, context.run.target.apiUrl)
    expectThat(isAnswered(response, nowhere), 'kyc.grant is declared, and not answered', {
      expected: 'an answer of the operation: not 404, 405 or 501',
      actual: summary(response),
    })
  },
  { operations: ['metadata', 'kyc.grant'] },
)

clause('META-10', 'empty list of providers', async ({ run }) => {
  if (run.metadata.status !== 200) blocked('there is no metadata document (META-01)')
  const kyc = member(run.metadata.json, 'kyc') ?? notApplicable('The target publishes no kyc.')
  expectThat(Array.isArray(kyc) && kyc.length === 0, 'a KYC provider names providers that it accepts', {
    expected: '[]',
    actual: kyc,
  })
})
