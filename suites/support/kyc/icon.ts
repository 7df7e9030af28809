import type { PassedPage } from '../../../harness/pages.ts'
import { baseOf, resolve } from '../../../pages/document/dom.ts'
import { inAddress } from '../../../protocol/json/any-json.ts'
import { mayLoad } from './image-policy.ts'

const addressAttributes = ['src', 'href', 'xlink:href', 'data', 'poster', 'data-src']

const addressesIn = (value: string): string[] => value.split(/[\s,]+/).filter(text => text !== '')

/** Returns every address of an image on a page, in elements and in style sheets. */
const images = ({ $, url }: PassedPage): string[] => {
  const elements = $('img, source, image, object, embed, svg use').toArray()
  const inElements = elements.flatMap(({ attribs }) => [
    ...addressAttributes.map(name => attribs[name] ?? ''),
    ...addressesIn(attribs.srcset ?? '').filter(text => !/^[\d.]+[wx]$/.test(text)),
  ])
  const styles = [
    ...$('[style]')
      .toArray()
      .map(({ attribs }) => attribs.style ?? ''),
    $('style').text().slice(0, 100_000),
  ]
  const inStyles = styles.flatMap(style =>
    [...style.matchAll(/url\(\s*["']?([^"')]{1,4096})/gi)].map(([, address]) => address ?? ''),
  )
  return [...inElements, ...inStyles].filter(text => text !== '').map(text => resolve(text, baseOf($, url)) ?? text)
}

/** Returns the content security policies of a page, in its headers and in its meta elements. */
export const policiesOf = ({ response, $ }: Pick<PassedPage, 'response' | '$'>): string[] => {
  const sent = response.headers.filter(([name]) => name.toLowerCase() === 'content-security-policy')
  const written = $('meta[http-equiv="content-security-policy" i]').toArray()
  return [...sent.map(([, value]) => value), ...written.map(({ attribs }) => attribs.content ?? '')]
}

/** Returns the images of a page that its policies let a browser load. `isExempt` accepts an image whose scheme the harness chose. */
const loadedImages = (page: PassedPage, isExempt: (image: string) => boolean): string[] => {
  const policies = policiesOf(page)
  const may = (image: string) => mayLoad(image, { url: page.url, policies })
  return images(page).filter(image => may(image) || (isExempt(image) && may(image.replace(/^http:/, 'https:'))))
}

/** The pages that show a requester: the consent page, and the overviews before it. */
type Pages = PassedPage & { overviews: readonly PassedPage[] }

const allOf = (page: Pages): PassedPage[] => [page, ...page.overviews]

/** Returns whether pages show an icon at its address, or at one that names it. Heading: GET /kyc/grant/{ocid}. */
export const showsIcon = (page: Pages, icon: string): boolean => {
  const isOwn = (image: string) => image.startsWith(icon)
  const shown = allOf(page).flatMap(each => loadedImages(each, isOwn))
  return shown.some(image => isOwn(image) || image.includes(inAddress(icon)))
}

/** Returns the images that only these pages have, one of which may be a copy of an icon; `other` is another requester's page. */
export const ownImages = (page: Pages, other: Pages | undefined): string[] => {
  const shared = new Set(other ? allOf(other).flatMap(images) : [])
  return allOf(page)
    .flatMap(each => loadedImages(each, () => false))
    .filter(image => !shared.has(image))
}
