import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { iconPath } from '../../../harness/counterpart.ts'
import { header } from '../../../harness/http/response.ts'
import { Blocked, blocked, fail, notApplicable } from '../../../harness/outcome.ts'
import type { ConsentPage } from '../../../harness/pages.ts'
import type { Actor } from '../../../harness/run-context.ts'
import { openConsentPage } from '../../support/kyc/consent-flow.ts'
import { ownImages, policiesOf, showsIcon } from '../../support/kyc/icon.ts'
import {
  forgetMetadata,
  hasReadMetadata,
  requesterMetadata,
  unreadMetadata,
  whileMetadata,
} from '../../support/kyc/requester-metadata.ts'
import { ocidPattern } from '../../support/kyc/requester-name.ts'
import { expectShown, hasText } from '../../support/pages/page-text.ts'

/** The consent page shows the requester. Heading: GET /kyc/grant/{ocid}. */
const { clause } = defineSuite({ id: 'consent', roles: ['kyc'], operations: ['kyc.grant'] })

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
  // Earlier runs may have left other metadata of it in a cache.
  const isKept = ocid === context.unreliable.ocid && !hasReadMetadata(context, ocid)
  if (!hasText(page.text, name) && isKept && !hasText(page.text, context.requester.name))
    return context.untried(`The name of OCID ${ocid}: ${unreadMetadata(context)}.`)
  expectShown(page, hasText(page.text, name), {
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
  expectShown(page, ocidPattern(ocid).test(page.text), {
    message: 'the page does not show which OCID requests access',
    expected: String(ocid),
    actual: `the page ${page.name} shows: ${page.text}`,
  })
})

/** The address of the icon, without the query that is new in each run. */
const iconOf = ({ counterpart, requester }: CheckContext): string =>
  `${counterpart.baseUrl}/${requester.ocid}${iconPath}`

/** Tells whether the counterpart was asked for the icon, without which nobody has a copy of it. */
const isFetched = ({ counterpart, requester }: CheckContext): boolean =>
  counterpart.journal.find(({ path }) => path.split('?')[0]?.endsWith(`/${requester.ocid}${iconPath}`) === true)
    .length > 0

/** Pictures that are loaded at most. */
const mostPictures = 10

/** Returns the cookies that a browser sends with a picture of the page: the last of each name. */
const cookiesFor = ({ cookies }: ConsentPage): [string, string][] => {
  const latest = new Map(cookies.map(cookie => [cookie.split('=')[0], cookie]))
  return latest.size === 0 ? [] : [['cookie', [...latest.values()].join('; ')]]
}

/**
 * Loads the pictures at the target, as a browser does: a proxy may fetch the icon only then, or lead to it. Returns those that are
 * elsewhere.
 */
const loadPictures = async (context: CheckContext, page: ConsentPage, pictures: readonly string[]) => {
  const own = [page.url, context.run.target.apiUrl].map(url => new URL(url).origin)
  const addresses = pictures.slice(0, mostPictures).flatMap(picture => URL.parse(picture) ?? [])
  const headers: [string, string][] = [['accept', 'image/*'], ...cookiesFor(page)]
  const targets: URL[] = []
  for (const { href, origin, pathname, search } of addresses.filter(url => own.includes(url.origin))) {
    const response = await context.send({ method: 'GET', origin, path: pathname + search, headers }).evenSilent()
    const location = Math.floor(response.status / 100) === 3 ? header(response, 'location') : undefined
    const target = location === undefined ? null : URL.parse(location, href)
    if (target !== null) targets.push(target)
  }
  return [...addresses, ...targets].filter(({ origin, protocol }) => protocol !== 'data:' && !own.includes(origin))
}

/** Blocks the check, or fails the clause, unless one of the pictures is a copy of the icon. */
const expectCopy = async (context: CheckContext, page: ConsentPage, pictures: readonly string[]) => {
  const elsewhere = isFetched(context) ? [] : await loadPictures(context, page, pictures)
  if (isFetched(context) || elsewhere.some(({ href }) => href.startsWith(iconOf(context)))) return
  // The counterpart has no other picture.
  const unknown = elsewhere.find(({ origin }) => origin !== new URL(context.counterpart.baseUrl).origin)
  if (unknown !== undefined)
    blocked(`the picture at ${unknown.href.slice(0, 200)} is not loaded, so nothing shows whether it is the icon`)
  if (!hasReadMetadata(context, context.requester.ocid))
    blocked(
      'the target shows a picture that it keeps from an earlier run: let it forget metadata and icons before the run',
    )
  fail('the page shows a picture that is not the icon of the requester', {
    expected: `${iconOf(context)}, or a copy of it`,
    actual: pictures.join(', '),
  })
}

/** Tells whether the page of another requester shows an icon at an HTTPS address, for a provider that shows no other. */
const showsSecureIcon = async (context: CheckContext): Promise<boolean> => {
  const icon = `https://requester.example/${context.fresh('icon')}.png`
  const body = requesterMetadata(context, { icon })
  const open = async () => ({ page: await openOtherRequester(context) })
  const seen = (await whileMetadata(context, { body }, open)) ?? blocked(unreadMetadata(context))
  await forgetMetadata(context)
  return seen.page !== undefined && showsIcon(seen.page, icon)
}

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
    expectShown(page, isShown, {
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
    if (!showsIcon(page, icon)) notApplicable('The target shows the icon of the requester at no address that names it.')
    // A copy of the metadata from an earlier run has another query.
    expectShown(page, showsIcon(page, `${icon}?`), {
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
      notApplicable('The target shows the icon of the requester at no address that names it.')
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
        expected: `no icon but that of OCID ${context.unreliable.ocid}`,
        actual: icon,
      })
  },
  { alone: true },
)
