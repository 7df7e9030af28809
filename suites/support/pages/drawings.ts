import { type CheerioAPI, type Element, textOf } from '../../../pages/document/dom.ts'

/** Returns the remedy for a page that may draw its required text. */
export const aPersonLooks =
  'offer a page to this run that has it as text, or set the driver of the pages in the config to "person", and look'

/** Names the drawings of a page without text, such as a canvas; `undefined` if it draws nothing. */
export const drawnOn = ($: CheerioAPI): string | undefined => {
  const [element] = $('canvas, object, embed, img:not([alt])').toArray()
  if (element !== undefined) return `its ${element.name}`
  if (hasStyledText($)) return 'its style sheet'
  return digitReel.test(textOf($)) ? 'a row of all digits' : undefined
}

/** All digits in a row, of which a script or style shows one. */
const digitReel = /0 ?1 ?2 ?3 ?4 ?5 ?6 ?7 ?8 ?9/

const shownAttribute = /content\s?:[^;}]{0,200}?attr\(([\w-]+)/g

/** Returns whether a style sheet shows an attribute that has more than an initial. */
const hasStyledText = ($: CheerioAPI): boolean => {
  const names = new Set([...$('style').text().matchAll(shownAttribute)].map(([, name = '']) => name))
  const isLong = ({ attribs }: Element) => [...names].some(name => (attribs[name] ?? '').length > 1)
  return $<Element, string>('*').toArray().some(isLong)
}
