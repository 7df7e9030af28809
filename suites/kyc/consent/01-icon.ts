import type { CheckContext } from '../../../harness/context.ts'
import { iconPath } from '../../../harness/counterpart.ts'
import { header } from '../../../harness/http/response.ts'
import { blocked, fail } from '../../../harness/outcome.ts'
import type { ConsentPage } from '../../../harness/pages.ts'
import { hasReadMetadata } from '../../support/kyc/requester-metadata.ts'

/** The address of the icon, without the query that is new in each run. */
export const iconOf = ({ counterpart, requester }: CheckContext): string =>
  `${counterpart.baseUrl}/${requester.ocid}${iconPath}`

/** Returns whether the counterpart was asked for the icon, without which no one has a copy of it. */
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
export const expectCopy = async (context: CheckContext, page: ConsentPage, pictures: readonly string[]) => {
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
