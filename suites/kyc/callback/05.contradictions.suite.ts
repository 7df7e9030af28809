import { defineSuite } from '../../../harness/clause.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { decideAsControl, decisionGranting, programUser } from '../../support/kyc/consent-flow.ts'
import {
  changeAfterControl,
  contradictionsIn,
  documentedLists,
  oppositeFields,
} from '../../support/kyc/tampered-submission.ts'
import { withEach } from '../../support/kyc/with-each.ts'

/** A permission is granted or denied, and never both. Heading: KYC grant decision. */
const { clause } = defineSuite({ id: 'callback', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })

const requested = ['name', 'email', 'phone']
const request = { grants: requested.join(',') }
const decision = decisionGranting(requested, ['name', 'email'])
const opposite = decisionGranting(requested, ['phone'])

// Whether such a submission is refused, or which of the two counts, is not shown (CALLBACK-09).
clause('CALLBACK-05', 'submission that grants and denies a permission', async context => {
  const { landing } = await decideAsControl(context, { request, decision: opposite, user: programUser(context) })
  const decideChanged = await changeAfterControl(context, { request, decision })
  const changes = [
    documentedLists('name,email', 'email,phone'),
    oppositeFields(landing.steps.at(-1)?.fields ?? []),
  ] as const
  await withEach(context, changes, async change => {
    const result = await decideChanged(change)
    const contradictions = contradictionsIn(result)
    expectThat(contradictions.length === 0, 'the callback has a permission in both of its lists', {
      expected: 'a refusal, or each permission in one list',
      actual: result.query.toString(),
    })
  })
})
