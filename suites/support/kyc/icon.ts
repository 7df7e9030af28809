import { baseOf, resolve } from '../../../harness/pages/dom.ts'
import type { PageVisit } from '../../../harness/pages/page-visit.ts'
import { mayLoad } from './image-policy.ts'

/** A page that shows images. */
type Shown = Pick<PageVisit, 'response' | '$' | 'url'>

const addressAttributes = ['src', 'href', 'xlink:href', 'data', 'poster', 'data-src']

const addressesIn = (value: string): string[] => value.split(/[\s,]+/).filter(text => text !== '')

/** Returns every address of an image on a page, in elements and in style sheets. */
const images = ({ $, url }: Shown): string[] => {
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
export const policiesOf = ({ response, $ }: Pick<PageVisit, 'response' | '$'>): string[] => {
  const sent = response.headers.filter(([name]) => name.toLowerCase() === 'content-security-policy')
  const written = $('meta[http-equiv="content-security-policy" i]').toArray()
  return [...sent.map(([, value]) => value), ...written.map(({ attribs }) => attribs.content ?? '')]
}

/**
 * Returns the address at which a page shows an icon: its own address, or a copy at the provider or in the page. An image that is also
 * on `other`, the page of a requester without an icon, is not a copy. Undefined if no image that the page's policies allow can be
 * the icon. Heading: GET /kyc/grant/{ocid}.
 */
export const iconIn = (page: Shown, icon: string, other?: Shown): string | undefined => {
  const { origin } = new URL(page.url)
  const policies = policiesOf(page)
  const loaded = images(page).filter(image => mayLoad(image, { url: page.url, policies }))
  const onOtherPage = other && new Set(images(other))
  const isAtProvider = (image: string) => image.startsWith('data:image/') || URL.parse(image)?.origin === origin
  const isCopy = (image: string) => (onOtherPage ? !onOtherPage.has(image) : isAtProvider(image))
  return loaded.find(image => image === icon || image.includes(encodeURIComponent(icon))) ?? loaded.find(isCopy)
}
