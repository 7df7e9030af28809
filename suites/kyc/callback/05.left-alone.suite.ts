import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import type { ConsentPage, Decision } from '../../../harness/pages.ts'
import {
  decideAsControl,
  decideOn,
  decisionGranting,
  isAtCallback,
  listIn,
  openConsentPage,
  programUser,
} from '../../support/kyc/consent-flow.ts'
import { permissions } from '../../support/kyc/grant-request.ts'
import { unlessRefused } from '../../support/kyc/unless-refused.ts'
import { withEach } from '../../support/kyc/with-each.ts'

/** What a user treats alike comes back alike. Heading: KYC grant decision. */
const { clause } = defineSuite({ id: 'callback', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })

const requested = [...permissions]
const [chosen = ''] = requested.slice(2)

/** Grants one permission, or none, and leaves the others alone. */
const decisions: readonly Required<Decision>[] = [[chosen], []].map(granted => ({
  granted,
  denied: [],
  untouched: requested.filter(permission => !granted.includes(permission)),
}))

const preset = '[checked], [selected], select, [aria-checked="true"], [aria-pressed="true"], script'

/** Tells whether a page has chosen something before its user does, or may choose it by a script. */
const hasPresets = ({ $, scripted }: ConsentPage): boolean => scripted !== undefined || $(preset).length > 0

const wordFor = (query: URLSearchParams, permission: string): string => {
  if (listIn(query, 'grants')?.includes(permission)) return 'granted'
  return listIn(query, 'denied')?.includes(permission) ? 'denied' : 'in neither list'
}

/** Fails the clause if a callback has different words for permissions that were left alone. Returns whether they can be left alone. */
const expectAlike = async (context: CheckContext, decision: Required<Decision>): Promise<boolean> => {
  const opened = await openConsentPage(context, { grants: requested.join(',') }, programUser(context))
  if (hasPresets(opened.page)) return false
  const result = await unlessRefused(context, () => decideOn(opened, { decision }))
  if (result === undefined || !isAtCallback(result.landing, opened.request)) return false
  const words = decision.untouched.map(permission => wordFor(result.query, permission))
  expectThat(new Set(words).size === 1, 'of the permissions that the user left alone, some are granted or denied', {
    expected: `the same for each of ${decision.untouched.join(', ')}`,
    actual: result.query.toString(),
  })
  return true
}

// What becomes of a permission that is left alone is not shown (CONSENT-08). It is the same decision on each of them.
clause('CALLBACK-05', 'permissions that are left alone', async context => {
  const { landing: control } = await decideAsControl(context, {
    request: { grants: requested.join(',') },
    user: programUser(context),
    decision: decisionGranting(requested, [chosen]),
  })
  if (control.steps.length !== 1) notApplicable('The target takes a decision in several submissions.')
  const results = await withEach(context, decisions, decision => expectAlike(context, decision))
  if (!results.includes(true))
    notApplicable('The page does not let several permissions be left alone, or has chosen something for its user.')
})
