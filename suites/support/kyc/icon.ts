import type { ConsentPage } from '../../../harness/pages/consent-page.ts'
import { baseOf, resolve } from '../../../harness/pages/dom.ts'
import { mayLoad } from './image-policy.ts'

const sources = ['src', 'href', 'xlink:href', 'data', 'poster', 'data-src']

const addressesIn = (value: string): string[] => value.split(/[\s,]+/).filter(one => one !== '')

/** Every address of an image on a page: of image elements, and of what style sheets in it draw. */
const images = ({ $, url }: ConsentPage): string[] => {
  const elements = $('img, source, image, object, embed, svg use').toArray()
  const told = elements.flatMap(({ attribs }) => [
    ...sources.map(name => attribs[name] ?? ''),
    ...addressesIn(attribs.srcset ?? '').filter(one => !/^[\d.]+[wx]$/.test(one)),
  ])
  const styles = [
    ...$('[style]')
      .toArray()
      .map(({ attribs }) => attribs.style ?? ''),
    $('style').text().slice(0, 100_000),
  ]
  const drawn = styles.flatMap(one => [...one.matchAll(/url\(\s*["']?([^"')]{1,4096})/gi)].map(found => found[1] ?? ''))
  return [...told, ...drawn].filter(one => one !== '').map(one => resolve(one, baseOf($, url)) ?? one)
}

/** The content security policies of a page: of its answer, and in itself. */
export const policiesOf = ({ response, $ }: Pick<ConsentPage, 'response' | '$'>): string[] => {
  const sent = response.headers.filter(([name]) => name.toLowerCase() === 'content-security-policy')
  const written = $('meta[http-equiv="content-security-policy" i]').toArray()
  return [...sent.map(one => one[1]), ...written.map(({ attribs }) => attribs.content ?? '')]
}

/**
 * Where a page shows an icon: at its own address, or as a copy that the provider keeps somewhere or writes into the page.
 * What also stands on `other`, the page of a requester without an icon, is no copy. Undefined where no image that the page's
 * own policies let in can be it.
 */
export const iconIn = (page: ConsentPage, icon: string, other?: ConsentPage): string | undefined => {
  const { origin } = new URL(page.url)
  const policies = policiesOf(page)
  const found = images(page).filter(one => mayLoad(one, { url: page.url, policies }))
  const always = other && new Set(images(other))
  const isNear = (one: string) => one.startsWith('data:image/') || URL.parse(one)?.origin === origin
  const isCopy = (one: string) => (always ? !always.has(one) : isNear(one))
  return found.find(one => one === icon || one.includes(encodeURIComponent(icon))) ?? found.find(isCopy)
}
