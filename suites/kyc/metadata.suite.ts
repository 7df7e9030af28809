import { isAnswered, knockNowhere } from '../answered.ts'
import { requireDeclared } from '../declared.ts'
import { defineSuite } from '../harness/clause.ts'
import { blocked, holds, notApplicable } from '../harness/outcome.ts'
import { summary } from '../harness/sent.ts'
import { member } from '../harness/signed.ts'
import { pathOf } from './asked.ts'
import { unprovisioned } from './refusals.ts'

/** What a KYC provider says of itself beyond every role's metadata. Heading: Metadata document. */
export const kycMetadata = defineSuite({ id: 'kyc-metadata', roles: ['kyc'], operations: ['metadata'] })
const { clause } = kycMetadata

clause(
  'META-07',
  'declared kyc.grant answered',
  async stage => {
    requireDeclared(stage, 'kyc.grant')
    const answer = await stage.get(pathOf(unprovisioned(stage)))
    const nowhere = await knockNowhere(stage, stage.session.target.apiUrl)
    holds(isAnswered(answer, nowhere), 'kyc.grant is declared, and not answered', {
      expected: 'an answer of the operation: not 404, 405 or 501',
      actual: summary(answer),
    })
  },
  { operations: ['metadata', 'kyc.grant'] },
)

clause('META-10', 'empty list of providers', async ({ session }) => {
  if (session.metadata.status !== 200) blocked('there is no metadata document (META-01)')
  const kyc = member(session.metadata.json, 'kyc') ?? notApplicable('The target publishes no kyc.')
  holds(Array.isArray(kyc) && kyc.length === 0, 'a KYC provider names providers that it accepts', {
    expected: '[]',
    actual: kyc,
  })
})
