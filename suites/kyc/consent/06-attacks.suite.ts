/**
 * CONSENT-06 · The page may not be framed by other sites, is not cached, and a submission must come from the page
 * (forged cross-site submissions are refused).
 */

import { defineSuite } from '../../../harness/clause.ts'
import { openConsentPage } from '../../support/kyc/consent-flow.ts'
import { expectForgeryRefused, rehearse, unsentFields, withoutTokens } from '../../support/kyc/forged-submission.ts'
import { expectNotCacheable, expectNotFrameable } from '../../support/pages/page-security.ts'

const { clause } = defineSuite({ id: 'consent-safety', roles: ['kyc'], operations: ['kyc.grant'] })

clause(
  'CONSENT-06',
  'page in a frame of another site',
  async context => expectNotFrameable(context, 'consent', (await openConsentPage(context)).page.response),
  { firstLook: true },
)

clause('CONSENT-06', 'page in a cache', async context =>
  expectNotCacheable(context, (await openConsentPage(context)).page.response),
)

clause('CONSENT-06', 'submission by a form of another site', async context => {
  const rehearsal = await rehearse(context)
  await expectForgeryRefused(context, rehearsal, submission => withoutTokens(submission, rehearsal))
  const fields = await unsentFields(context, rehearsal)
  if (fields === undefined) return
  await expectForgeryRefused(context, rehearsal, () => fields)
})
