/** META-10 · kyc is an empty array where a KYC provider carries it. */

import { defineSuite } from '../../../harness/clause.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { requireMetadata } from '../../support/metadata-document.ts'

const { clause } = defineSuite({ id: 'kyc-metadata', roles: ['kyc'], operations: ['metadata'] })

clause('META-10', 'empty list of providers', async context => {
  requireMetadata(context)
  const kyc = memberOf(context.run.metadata.json, 'kyc') ?? notApplicable('The target publishes no kyc.')
  expectThat(Array.isArray(kyc) && kyc.length === 0, 'a KYC provider lists accepted KYC providers', {
    expected: '[]',
    actual: kyc,
  })
})
