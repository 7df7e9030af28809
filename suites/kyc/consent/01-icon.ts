import type { CheckContext } from '../../../harness/context.ts'
import { iconPath } from '../../../harness/counterpart.ts'
import { header } from '../../../harness/http/response.ts'
import { blocked } from '../../../harness/outcome.ts'
import type { ConsentPage } from '../../../harness/pages.ts'
import { showsIcon } from '../../support/kyc/icon.ts'
import {
  forgetMetadata,
  hasReadMetadata,
  requesterMetadata,
  requireOwnReading,
  unreadMetadata,
  whileMetadata,
} from '../../support/kyc/requester-metadata.ts'
import { expectShown } from '../../support/pages/page-text.ts'
import { openOtherRequester } from './01-requester.ts'

/** The address of the icon, without the query, which is new in each run. */
export const iconOf = ({ counterpart, requester }: CheckContext): string =>
  `${counterpart.baseUrl}/${requester.ocid}${iconPath}`

/** Returns whether the counterpart served the icon; otherwise nobody can have a copy. */
const isFetched = ({ counterpart, requester }: CheckContext): boolean =>
  counterpart.journal.find(({ path }) => path.split('?')[0]?.endsWith(`/${requester.ocid}${iconPath}`) === true)
    .length > 0

/** Maximum number of images to load. */
const mostPictures = 10

/** Returns the cookies that a browser sends when it loads an image of the page: the last of each name. */
const cookiesFor = ({ cookies }: ConsentPage): [string, string][] => {
  const latest = new Map(cookies.map(cookie => [cookie.split('=')[0], cookie]))
  return latest.size === 0 ? [] : [['cookie', [...latest.values()].join('; ')]]
}

/**
 * Loads the images at the target as a browser does: only then may a proxy fetch the icon, or redirect to it. Returns the images elsewhere.
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

/** Blocks the check, or fails the clause, unless one of the images is a copy of the icon. */
export const expectCopy = async (context: CheckContext, page: ConsentPage, pictures: readonly string[]) => {
  const elsewhere = isFetched(context) ? [] : await loadPictures(context, page, pictures)
  if (isFetched(context) || elsewhere.some(({ href }) => href.startsWith(iconOf(context)))) return
  // The counterpart has no other image.
  const unknown = elsewhere.find(({ origin }) => origin !== new URL(context.counterpart.baseUrl).origin)
  if (unknown !== undefined)
    blocked(`the image at ${unknown.href.slice(0, 200)} does not load, so it is unclear whether it is the icon`)
  if (!hasReadMetadata(context, context.requester.ocid))
    blocked('the target shows an image from an earlier run: clear its cache of metadata and icons before the run')
  await requireOwnReading(context, context.requester.ocid)
  const { scripted, unseen } = page
  expectShown({ scripted, unseen }, false, {
    message: 'the page shows an image that is not the icon of the requester',
    expected: `${iconOf(context)}, or a copy of it`,
    actual: pictures.join(', '),
  })
}

/** Returns whether the page of another requester shows an icon with an HTTPS address, since a provider may show no others. */
export const showsSecureIcon = async (context: CheckContext): Promise<boolean> => {
  const icon = `https://requester.example/${context.fresh('icon')}.png`
  const body = requesterMetadata(context, { icon })
  const open = async () => ({ page: await openOtherRequester(context) })
  const seen = (await whileMetadata(context, { body }, open)) ?? blocked(unreadMetadata(context))
  await forgetMetadata(context)
  const isShown = seen.page !== undefined && showsIcon(seen.page, icon)
  if (!isShown) await requireOwnReading(context, context.unreliable.ocid)
  return isShown
}
