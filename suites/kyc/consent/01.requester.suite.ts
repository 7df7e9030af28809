import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { iconPath } from '../../../harness/counterpart.ts'
import { Blocked } from '../../../harness/outcome.ts'
import type { ConsentPage } from '../../../harness/pages/consent-page.ts'
import type { Actor } from '../../../harness/run-context.ts'
import { openConsentPage } from '../../support/kyc/consent-flow.ts'
import { iconIn, policiesOf } from '../../support/kyc/icon.ts'
import { expectShown, hasText } from '../../support/page-text.ts'
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

/** Times that a page is opened: a provider that is busy may give up on the metadata of a requester once (CONSENT-07). */
const mostLooks = 3

/** Opens pages until one shows what it has to; returns the last one. */
const openUntil = async (open: () => Promise<ConsentPage>, isShown: (page: ConsentPage) => boolean) => {
  let page = await open()
  for (let look = 1; look < mostLooks && !isShown(page); look++) page = await open()
  return page
}

const expectName = async (context: CheckContext, open: () => Promise<ConsentPage>, { name, ocid }: Actor) => {
  const page = await openUntil(open, ({ text }) => hasText(text, name))
  expectShown(page, hasText(page.text, name), {
    message: 'the page does not show the name of the requester',
    expected: `${name}, from ${context.counterpart.baseUrl}/${ocid}/metadata.json`,
    actual: `the page ${page.name} shows: ${page.text}`,
  })
}

clause('CONSENT-01', 'name of the requester', async context => {
  const { requester, unreliable } = context
  await expectName(context, async () => (await openConsentPage(context)).page, requester)
  const other = await openOtherRequester(context)
  if (other !== undefined)
    await expectName(context, async () => (await openOtherRequester(context)) ?? other, unreliable)
})

/** Matches an OCID in a text, with or without a thousands separator. */
const ocidPattern = (ocid: number): RegExp =>
  new RegExp(`(?<!\\d)${String(ocid).replace(/(\d)(?=(\d{3})+$)/g, "$1[.,'’٬\\s]?")}(?!\\d)`)

clause('CONSENT-01', 'OCID of the requester', async context => {
  const { page } = await openConsentPage(context)
  const { ocid } = context.requester
  expectShown(page, ocidPattern(ocid).test(page.text), {
    message: 'the page does not show which OCID requests access',
    expected: String(ocid),
    actual: `the page ${page.name} shows: ${page.text}`,
  })
})

clause('CONSENT-01', 'icon of the requester', async context => {
  const { requester, counterpart } = context
  const icon = `${counterpart.baseUrl}/${requester.ocid}${iconPath}`
  const other = await openOtherRequester(context)
  const shownIn = (page: ConsentPage) =>
    [page, ...page.overviews].map(shown => iconIn(shown, icon, other)).find(image => image !== undefined)
  const page = await openUntil(
    async () => (await openConsentPage(context)).page,
    candidate => shownIn(candidate) !== undefined,
  )
  const images = page.$('img').toString() || 'no image'
  expectShown(page, shownIn(page) !== undefined, {
    message: 'the page does not show the icon of the requester',
    expected: `an image of ${icon}, or a copy of it, that the content security policy of the page allows`,
    actual: `the page ${page.name} has ${images}, content security policy: ${policiesOf(page).join(', ') || 'none'}`,
  })
})

/** The consent page shows the requester. Heading: GET /kyc/grant/{ocid}. */
export const consentRequester = whereDeclared(suite)
