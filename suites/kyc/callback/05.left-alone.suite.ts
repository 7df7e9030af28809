import { defineSuite } from '../../../harness/clause.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import type { ConsentPage } from '../../../harness/pages/driver.ts'
import {
  callbackQuery,
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
import { whereDeclared } from '../../support/parametrize.ts'

const suite = defineSuite({ id: 'callback', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })
const { clause } = suite

const requested = [...permissions]
const granted = requested[2] ?? ''
const untouched = requested.filter(permission => permission !== granted)

const preset = '[checked], [selected], select, [aria-checked="true"], [aria-pressed="true"], script'

/** Tells whether a page has chosen something before its user does, or may choose it by a script. */
const hasPresets = ({ $, scripted }: ConsentPage): boolean => scripted !== undefined || $(preset).length > 0

const wordFor = (query: URLSearchParams, permission: string): string => {
  if (listIn(query, 'grants')?.includes(permission)) return 'granted'
  return listIn(query, 'denied')?.includes(permission) ? 'denied' : 'in neither list'
}

const noneLeft = 'The page does not let several permissions be left alone.'

// What becomes of a permission that is left alone is not shown (CONSENT-08). It is the same decision on each of them.
clause('CALLBACK-05', 'permissions that are left alone', async context => {
  const request = { grants: requested.join(',') }
  const user = programUser(context)
  const { landing: control } = await decideAsControl(context, {
    request,
    user,
    decision: decisionGranting(requested, [granted]),
  })
  if (control.steps.length !== 1) notApplicable('The target takes a decision in several submissions.')
  const opened = await openConsentPage(context, request, programUser(context))
  if (hasPresets(opened.page)) notApplicable('The page has choices that are not those of the user.')
  const decision = { granted: [granted], denied: [], untouched }
  const result = (await unlessRefused(context, () => decideOn(opened, { decision }))) ?? notApplicable(noneLeft)
  if (!isAtCallback(result.landing, opened.request)) notApplicable(noneLeft)
  const query = callbackQuery(result.landing)
  const words = untouched.map(permission => wordFor(query, permission))
  expectThat(new Set(words).size === 1, 'of the permissions that the user left alone, some are granted or denied', {
    expected: `the same for each of ${untouched.join(', ')}`,
    actual: query.toString(),
  })
})

/** What a user treats alike comes back alike. Heading: KYC grant decision. */
export const callbackLeftAlone = whereDeclared(suite)
