import { defineSuite } from '../../../harness/clause.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { pathOf, unprovisionedRequest, visitPath } from '../../support/kyc/grant-request.ts'
import { requireMetadata } from '../../support/metadata-document.ts'
import { isAnswered, probeUnknownPath } from '../../support/reachability.ts'

/** The metadata that only a KYC provider publishes. Heading: Metadata document. */
const { clause } = defineSuite({ id: 'kyc-metadata', roles: ['kyc'], operations: ['metadata'] })

clause(
  'META-07',
  'declared kyc.grant answered',
  async context => {
    const response = await visitPath(context, pathOf(unprovisionedRequest(context)))
    const unknownPath = await probeUnknownPath(context, context.run.target.apiUrl)
    expectThat(isAnswered(response, unknownPath), 'kyc.grant is declared but does not respond', {
      expected: 'a response of the operation: not 404, 405 or 501',
      actual: summary(response),
    })
  },
  { operations: ['metadata', 'kyc.grant'] },
)

clause('META-10', 'empty list of providers', async context => {
  requireMetadata(context)
  const kyc = memberOf(context.run.metadata.json, 'kyc') ?? notApplicable('The target publishes no kyc.')
  expectThat(Array.isArray(kyc) && kyc.length === 0, 'a KYC provider lists accepted KYC providers', {
    expected: '[]',
    actual: kyc,
  })
})
