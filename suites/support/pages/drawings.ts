import { type CheerioAPI, type Element, textOf } from '../../../pages/document/dom.ts'

/** Returns the remedy for a page that may draw its required text. */
export const aPersonLooks =
  'offer a page to this run that has it as text, or set the driver of the pages in the config to "person", and look'

/** Describes what a page draws without text, such as a canvas, or what may show `missing`; `undefined` if it has neither. */
export const drawnOn = ($: CheerioAPI, missing?: unknown): string | undefined => {
  const [element] = $('canvas, object, embed, svg, img:not([alt])').toArray()
  if (element !== undefined) return `its ${element.name}`
  if (hasStyledText($)) return 'its style sheet'
  if (digitReel.test(textOf($))) return 'a row of all digits'
  return typeof missing === 'string' && missing !== '' ? heldBy($, missing) : undefined
}

/**
 * Describes where a string is in the document but not in the page's text: in an attribute, or spread over elements, such as the digits of an
 * amount.
 */
const heldBy = ($: CheerioAPI, missing: string): string | undefined => {
  const holder = $<Element, string>('*')
    .toArray()
    .find(({ name, attribs }) => !carriers.test(name) && holds(attribs, missing))
  if (holder !== undefined) return `an attribute of its ${holder.name}`
  if (!/^\d+\.\d+$/.test(missing)) return undefined
  const digits = new RegExp(`(?<!\\d)${missing.replace('.', '')}(?!\\d)`)
  return digits.test(textOf($)) && !rawTextsOf($).some(text => digits.test(text))
    ? 'the style of its digits'
    : undefined
}

/** Returns the texts between the tags of a document, in order. */
export const rawTextsOf = ($: CheerioAPI): string[] =>
  $('*')
    .contents()
    .toArray()
    .flatMap(node => (node.type === 'text' ? node.data : []))

const holds = (attribs: Element['attribs'], missing: string): boolean =>
  Object.entries(attribs).some(([name, value]) => !addresses.test(name) && value.includes(missing))

/** Attributes that lead somewhere or name their element. */
const addresses = /^(?:src|srcset|href|data|poster|cite|id|name|class|for|style)$/

/** Elements whose attributes are sent or followed, not shown. */
const carriers = /^(?:a|button|form|html|input|link|meta|option|script|base)$/

/** Matches all digits in a row, of which a script or style shows one. */
const digitReel = /0 ?1 ?2 ?3 ?4 ?5 ?6 ?7 ?8 ?9|9 ?8 ?7 ?6 ?5 ?4 ?3 ?2 ?1 ?0/

const shownAttribute = /content\s?:[^;}]{0,200}?attr\(([\w-]+)/g

/** Matches text in a style sheet that is longer than one character. */
const shownText = /content\s?:[^;}]{0,200}?(?:counters?\(|["'][^"'{}]{0,200}[\p{L}\p{N}]{2})/u

/** Returns whether a style sheet shows text, or an attribute that contains more than an initial or is filled in by a script. */
const hasStyledText = ($: CheerioAPI): boolean => {
  const sheets = $('style')
    .toArray()
    .map(style => $(style).text())
  if (sheets.some(sheet => shownText.test(sheet) || sheet.trim() === '')) return true
  const names = new Set([...sheets.join('\n').matchAll(shownAttribute)].map(([, name = '']) => name))
  const isLong = ({ attribs }: Element) =>
    Object.entries(attribs).some(([name, value]) => value.length > 1 && names.has(name))
  return $<Element, string>('*').toArray().some(isLong)
}
