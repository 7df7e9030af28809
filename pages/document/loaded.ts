import { baseOf, type CheerioAPI, resolve } from './dom.ts'

/** Link relations that a browser loads without a click. */
const followed = new Set('stylesheet icon preload prefetch prerender'.split(' '))

const isFollowed = (rel = ''): boolean =>
  rel
    .toLowerCase()
    .split(/\s+/)
    .some(relation => followed.has(relation))

/** Returns the addresses that a browser loads with a page, each once. */
export const loadedBy = ({ $, url }: { $: CheerioAPI; url: string }): string[] => {
  const sources = $('img, script, iframe, frame, embed, audio, video, source, input[type="image" i]').toArray()
  const links = $('link')
    .toArray()
    .filter(({ attribs }) => isFollowed(attribs.rel))
  const written = [...links.map(({ attribs }) => attribs.href), ...sources.map(({ attribs }) => attribs.src)]
  const addresses = written.map(address => (address ? resolve(address, baseOf($, url)) : undefined))
  return [...new Set(addresses.filter(address => address !== undefined))]
}
