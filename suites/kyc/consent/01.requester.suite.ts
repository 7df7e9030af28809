import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { Blocked, expectThat } from '../../../harness/outcome.ts'
import type { ConsentPage } from '../../../harness/pages/consent-page.ts'
import type { Actor } from '../../../harness/run-context.ts'
import { openConsentPage } from '../../support/kyc/consent-flow.ts'
import { iconIn, policiesOf } from '../../support/kyc/icon.ts'
import { hasText } from '../../support/page-text.ts'
import { whereDeclared } from '../../support/parametrize.ts'

const suite = defineSuite({ id: 'consent', roles: ['kyc'], operations: ['kyc.grant'] })
const { clause } = suite

/** Opens the page of a requester with another name and no icon; undefined if it does not load. */
const openOtherRequester = async (context: CheckContext): Promise<ConsentPage | undefined> => {
  try {
    return (await openConsentPage(context, { ocid: context.unreliable.ocid })).page
  } catch (error) {
    if (error instanceof Blocked && !context.signal.aborted) return undefined
    throw error
  }
}

const expectName = (page: ConsentPage, { name, ocid }: Actor, { counterpart }: CheckContext) =>
  expectThat(hasText(page.text, name), 'the page does not show the name of the requester', {
    expected: `${name}, from ${counterpart.baseUrl}/${ocid}/metadata.json`,
    actual: page.text,
  })

clause('CONSENT-01', 'name of the requester', async context => {
  expectName((await openConsentPage(context)).page, context.requester, context)
  const other = await openOtherRequester(context)
  if (other !== undefined) expectName(other, context.unreliable, context)
})

clause('CONSENT-01', 'icon of the requester', async context => {
  const { requester, counterpart } = context
  const icon = `${counterpart.baseUrl}/${requester.ocid}/icon.svg`
  const { page } = await openConsentPage(context)
  const shown = iconIn(page, icon, await openOtherRequester(context))
  const images = page.$('img').toString() || 'no image'
  expectThat(shown !== undefined, 'the page does not show the icon of the requester', {
    expected: `an image of ${icon}, or a copy of it, that the content security policy of the page allows`,
    actual: `${images}, content security policy: ${policiesOf(page).join(', ') || 'none'}`,
  })
})

/** The consent page shows the requester. Heading: GET /kyc/grant/{ocid}. */
export const consentRequester = whereDeclared(suite)
