import { defineSuite } from '../../../harness/clause.ts'
import { expectThat, fail } from '../../../harness/outcome.ts'
import type { SubmissionChange } from '../../../harness/pages/click-through.ts'
import type { Submission } from '../../../harness/pages/submission.ts'
import { describeLanding } from '../../support/describe-landing.ts'
import { decide, decideAsControl, isAtCallback, openConsentPage } from '../../support/kyc/consent-flow.ts'
import { expectNotCacheable, expectNotFrameable } from '../../support/page-security.ts'
import { whereDeclared } from '../../support/parametrize.ts'

const suite = defineSuite({ id: 'consent-safety', roles: ['kyc'], operations: ['kyc.grant'] })
const { clause } = suite

clause('CONSENT-06', 'page in a frame of another site', async context =>
  expectNotFrameable((await openConsentPage(context)).page.response),
)

clause('CONSENT-06', 'page in a cache', async context =>
  expectNotCacheable((await openConsentPage(context)).page.response),
)

type Fields = Submission['fields']

/** Keeps the fields that an attacker knows from an own browser: those that are always the same. */
const withoutTokens = ({ fields }: Submission, own: Submission): Fields =>
  fields.filter(([name, value]) => own.fields.some(field => field[0] === name && field[1] === value))

/** Returns forged fields: without what only the page knows and, if cookies count, with what another page knew. */
const forgeries = (own: Submission, hasCookies: boolean): ((submission: Submission) => Fields)[] => [
  submission => withoutTokens(submission, own),
  ...(hasCookies ? [() => own.fields] : []),
]

clause('CONSENT-06', 'submission by a form of another site', async context => {
  const state = context.fresh('state')
  const { opened: own, landing: control } = await decideAsControl(context, { request: { state } })
  const lastStep = control.steps.length - 1
  const ownSubmission = control.steps[lastStep]
  if (ownSubmission === undefined)
    return fail('the page submits nothing', { expected: 'a submission', actual: describeLanding(control) })
  const hasCookies = own.page.response.headers.some(([name]) => name.toLowerCase() === 'set-cookie')
  for (const forgeFields of forgeries(ownSubmission, hasCookies)) {
    const change: SubmissionChange = (submission, step) =>
      step === lastStep ? { ...submission, fields: forgeFields(submission), forged: true } : submission
    const { landing, opened } = await decide(context, { request: { state }, change })
    expectThat(!isAtCallback(landing, opened.request), "another site's form decides", {
      expected: 'no redirect to the callback',
      actual: describeLanding(landing),
    })
  }
})

/** Other sites cannot use the consent page. Heading: GET /kyc/grant/{ocid}. */
export const consentAttacks = whereDeclared(suite)
