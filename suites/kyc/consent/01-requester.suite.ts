/** CONSENT-01 · Shows which OCID asks: its number, with name and icon of that OCID's metadata. */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { iconPath } from '../../../harness/counterpart.ts'
import { expectThat, fail, notApplicable } from '../../../harness/outcome.ts'
import type { ConsentLanding, ConsentPage } from '../../../harness/pages.ts'
import type { Actor } from '../../../harness/run-context.ts'
import { someOf, unlessQuick } from '../../members/samples.ts'
import { otherOcids } from '../../members/values/similar-numbers.ts'
import { newUser, openConsentPage } from '../../support/kyc/consent-flow.ts'
import { grantRequest, permissionsIn, urlOf } from '../../support/kyc/grant-request.ts'
import { ownImages, policiesOf, showsIcon } from '../../support/kyc/icon.ts'
import {
  forgetMetadata,
  hasReadMetadata,
  requesterMetadata,
  requireOwnReading,
  unreadMetadata,
  whileMetadata,
} from '../../support/kyc/requester-metadata.ts'
import { expectNotMixedUp, hasName, hasOcid } from '../../support/kyc/requester-name.ts'
import { unlessRefused } from '../../support/kyc/unless-refused.ts'
import { expectShown, expectShownSoon, showsSoon } from '../../support/pages/page-text.ts'
import { expectCopy, iconOf, showsSecureIcon } from './01-icon.ts'
import { openOtherRequester, openUntil } from './01-requester.ts'

const { clause } = defineSuite({ id: 'consent', roles: ['kyc'], operations: ['kyc.grant'] })

const consentPageOf = ({ page, isConsent }: ConsentLanding): ConsentPage | undefined => (isConsent ? page : undefined)

clause('CONSENT-01', 'page opened again after a request of another requester', async context => {
  const { requester, unreliable } = context
  const { page, user, request } = await openConsentPage(context)
  const other = grantRequest(context, { ocid: unreliable.ocid })
  const shown = consentPageOf(await newUser(context).visit(urlOf(context, other), permissionsIn(other)))
  expectNotMixedUp(context, shown ?? notApplicable('The target accepts no request of another requester.'), {
    own: unreliable,
    other: requester,
  })
  const again = consentPageOf(await user.visit(page.url, permissionsIn(request)))
  expectNotMixedUp(context, again ?? notApplicable('The page of a request cannot be opened again.'), {
    own: requester,
    other: unreliable,
  })
})

clause(
  'CONSENT-01',
  'requester whose metadata cannot be read',
  async context => {
    const { requester, unreliable } = context
    await openConsentPage(context)
    const request = grantRequest(context, { ocid: unreliable.ocid })
    const visit = () => newUser(context).visit(urlOf(context, request), permissionsIn(request))
    const landing = await whileMetadata(context, { status: 500 }, visit)
    await forgetMetadata(context)
    if (landing === undefined) return context.untried(`A requester without metadata: ${unreadMetadata(context)}.`)
    // A target may refuse such a request, or show a page without a name.
    const page = consentPageOf(landing)
    if (page !== undefined) expectNotMixedUp(context, page, { own: unreliable, other: requester })
  },
  { alone: true, last: true },
)

const expectName = async (context: CheckContext, open: () => Promise<ConsentPage>, { name, ocid }: Actor) => {
  const page = await openUntil(open, ({ text }) => hasName(text, name))
  const isShown = await showsSoon(page, ({ text }) => hasName(text, name))
  // Earlier runs may have left other metadata in a cache.
  if (!isShown && ocid === context.unreliable.ocid && !hasName(page.text, context.requester.name)) {
    if (!hasReadMetadata(context, ocid)) return context.untried(`The name of OCID ${ocid}: ${unreadMetadata(context)}.`)
    await requireOwnReading(context, ocid)
  }
  expectShown(page, isShown, {
    message: 'the page does not show the name of the requester',
    expected: `${name}, from ${context.counterpart.baseUrl}/${ocid}/metadata.json`,
    actual: `the page ${page.name} shows: ${page.text}`,
  })
}

clause(
  'CONSENT-01',
  'name of the requester',
  async context => {
    const { requester, unreliable } = context
    await expectName(context, async () => (await openConsentPage(context)).page, requester)
    const other = await openOtherRequester(context)
    if (other !== undefined)
      await expectName(context, async () => (await openOtherRequester(context)) ?? other, unreliable)
  },
  { firstLook: true },
)

clause('CONSENT-01', 'OCID of the requester', async context => {
  const { page } = await openConsentPage(context)
  const { ocid } = context.requester
  await expectShownSoon(page, ({ text }) => hasOcid(text, ocid), {
    message: 'the page does not show which OCID requests access',
    expected: String(ocid),
    actual: `the page ${page.name} shows: ${page.text}`,
  })
})

clause(
  'CONSENT-01',
  'icon of the requester',
  async context => {
    const icon = iconOf(context)
    const other = await openOtherRequester(context)
    const page = await openUntil(
      async () => (await openConsentPage(context)).page,
      candidate => showsIcon(candidate, icon) || ownImages(candidate, other).length > 0,
    )
    if (showsIcon(page, icon)) return
    const pictures = ownImages(page, other)
    if (pictures.length > 0) return expectCopy(context, page, pictures)
    const isShown = icon.startsWith('http:') && (await showsSecureIcon(context))
    expectShown({ scripted: page.scripted, unseen: page.unseen }, isShown, {
      message: 'the page does not show the icon of the requester',
      expected: `an image of ${icon}, or a copy of it, that the content security policy of the page allows`,
      actual: `the page ${page.name} has ${page.$('img').toString() || 'no image'}, content security policy: ${policiesOf(page).join(', ') || 'none'}`,
    })
  },
  { alone: true, firstLook: true },
)

clause(
  'CONSENT-01',
  'icon at its whole address',
  async context => {
    const icon = iconOf(context)
    const open = async () => (await openConsentPage(context)).page
    const page = await openUntil(open, candidate => showsIcon(candidate, icon))
    if (!showsIcon(page, icon)) notApplicable('The target shows no icon of the requester at an address that names it.')
    // Cached metadata of an earlier run has another query.
    expectShown({ scripted: page.scripted, unseen: page.unseen }, showsIcon(page, `${icon}?`), {
      message: 'the page shows the icon at its address without the query',
      expected: `${icon}?run=…, as the metadata of the requester has it`,
      actual: page.$('img').toString(),
    })
  },
  { alone: true },
)

clause(
  'CONSENT-01',
  'icon of another requester',
  async context => {
    const icon = iconOf(context)
    if (!showsIcon((await openConsentPage(context)).page, icon))
      notApplicable('The target shows no icon of the requester at an address that names it.')
    const body = requesterMetadata(context, {
      icon: `${context.counterpart.baseUrl}/${context.unreliable.ocid}${iconPath}`,
    })
    const open = async () => ({ page: await openOtherRequester(context) })
    const { page } =
      (await whileMetadata(context, { body }, open)) ??
      notApplicable(`This cannot be seen: ${unreadMetadata(context)}.`)
    await forgetMetadata(context)
    if (page !== undefined && showsIcon(page, icon))
      fail('the page shows the icon of another requester', {
        expected: `no icon except that of OCID ${context.unreliable.ocid}`,
        actual: icon,
      })
  },
  { alone: true },
)

clause.property<string[]>(
  'CONSENT-01',
  { id: 'requesters-that-are-alike', title: 'similar requesters' },
  async context => {
    await openConsentPage(context)
    const { name, ocid } = context.requester
    const alike = otherOcids(ocid)
    const names = Object.keys(alike)
    return {
      arbitrary: () => someOf(names),
      examples: unlessQuick(context, [names]),
      runs: 2,
      test: async (on, drawn) => {
        for (const request of drawn.map(similarity => grantRequest(on, { ocid: String(alike[similarity]) }))) {
          // A target may refuse unknown requesters.
          const { page, isConsent } = await newUser(on).visit(urlOf(on, request), permissionsIn(request))
          if (!isConsent || page === undefined) continue
          expectThat(!hasName(page.text, name), 'the page shows the name of another requester', {
            expected: `not ${name}, which is OCID ${ocid}`,
            actual: `OCID ${request.ocid}, the page ${page.name} shows: ${page.text}`,
          })
        }
      },
    }
  },
)

/** Business names in several scripts and byte lengths, with characters that markup, addresses and templates escape. */
const names: Readonly<Record<string, string>> = {
  accents: 'Crédit Łódź Übersee',
  scripts: 'Банк Ωμέγα 日本銀行',
  'letters of four bytes': '𠮷野家 Pay',
  marks: 'Söhne & Töchter\'s "Haus"',
  'escapes and placeholders': '100% + 1 $& %41 \\n Co',
}

const openWith = async (context: CheckContext, name: string): Promise<ConsentPage | undefined> =>
  whileMetadata(context, { body: requesterMetadata(context, { name }) }, () =>
    openUntil(
      async () => (await openConsentPage(context, { ocid: context.unreliable.ocid })).page,
      ({ text }) => hasName(text, name),
    ),
  )

/** Fails the clause if a page shows a requester under another name. Returns whether the target read the metadata with it. */
const isShownByName = async (context: CheckContext, name: string): Promise<boolean> => {
  // A target may not accept a requester with such a name.
  const page = await unlessRefused(context, () => openWith(context, name))
  const earlier = [context.unreliable.name, ...Object.values(names).filter(other => other !== name)]
  if (page === undefined || earlier.some(other => hasName(page.text, other))) return false
  const isShown = await showsSoon(page, ({ text }) => hasName(text, name))
  if (!isShown) await requireOwnReading(context, context.unreliable.ocid)
  expectShown(page, isShown, {
    message: 'the page does not show the name of the requester as its metadata has it',
    expected: name,
    actual: `the page ${page.name} shows: ${page.text}`,
  })
  return true
}

clause(
  'CONSENT-01',
  'name of many letters and marks',
  async context => {
    const unread: string[] = []
    for (const [kind, name] of Object.entries(names))
      if (!(await isShownByName(context, name))) unread.push(`a name with ${kind}`)
    await forgetMetadata(context)
    if (unread.length > 0)
      context.untried(`${unread.join(', ')}: the target refuses it, or ${unreadMetadata(context)}.`)
  },
  { alone: true, last: true },
)
