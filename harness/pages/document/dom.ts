import type { CheerioAPI } from 'cheerio'
import * as cheerio from 'cheerio'

export type { CheerioAPI } from 'cheerio'

const rootElements = ($: CheerioAPI) => $('html').toArray()

/** An element of a parsed document. */
export type Element = ReturnType<typeof rootElements>[number]

type Node = Element['children'][number]

const isElement = (node: Node): node is Element => 'attribs' in node

/** Returns an element and its ancestors, from the inside out. */
export const lineage = (element: Element): Element[] => {
  const elements = [element]
  for (let { parent } = element; parent && elements.length < mostDepth; { parent } = parent)
    if (isElement(parent)) elements.push(parent)
  return elements
}

/** Returns the `type` of an input or a button, in lower case; empty without one. */
export const typeOf = ({ attribs }: Element): string => attribs.type?.toLowerCase() ?? ''

/** Returns the nearest element of this name: the element itself or an ancestor. */
export const closest = (element: Element, name: string): Element | undefined =>
  lineage(element).find(ancestor => ancestor.name === name)

/**
 * Limits of what is parsed: characters; marks that may begin a tag, comparisons in scripts included; and, outside of
 * scripts, tags that are not closed, which nest and make parsing slow.
 */
const limits = { characters: 1_048_576, marks: 12_000, open: 5_000 }

/** Parses a document like a browser without script: the content of `noscript` is part of it. */
export const parseDocument = (text: string): CheerioAPI =>
  text === '' ? emptyDocument : cheerio.load(text.slice(0, lengthToParse(text)), { scriptingEnabled: false })

/** Redirects and JSON are many, and show none. */
const emptyDocument = cheerio.load('', { scriptingEnabled: false })

/** Returns whether a document is too large to be parsed as a whole. */
export const isTooLarge = (text: string): boolean => lengthToParse(text) < text.length

const scriptTag = /<\/?script\b/iy

const lengthToParse = (text: string): number => {
  let [marks, open, isScript] = [0, 0, false]
  for (let at = text.indexOf('<'); at >= 0 && at < limits.characters; at = text.indexOf('<', at + 1)) {
    scriptTag.lastIndex = at
    if (scriptTag.test(text)) isScript = text[at + 1] !== '/'
    marks += 1
    if (!isScript) open += text[at + 1] === '/' ? -1 : 1
    if (marks > limits.marks || open > limits.open) return at
  }
  return Math.min(text.length, limits.characters)
}

/** Returns a function that looks once in each document: documents do not change. */
export const oncePerDocument = <T>(look: ($: CheerioAPI) => T): (($: CheerioAPI) => T) => {
  const found = new WeakMap<CheerioAPI, { value: T }>()
  return $ => {
    const known = found.get($) ?? { value: look($) }
    found.set($, known)
    return known.value
  }
}

/** Returns the base address of a document: its first `base` element, resolved against its own address. */
export const baseOf = ($: CheerioAPI, url: string): string => resolve(baseAddressOf($), url) ?? url

const baseAddressOf = oncePerDocument($ => $('base[href]').first().attr('href') ?? '')

/** Resolves an address like a browser; `undefined` if it is not a URL. */
export const resolve = (address: string, base: string): string | undefined =>
  URL.canParse(address.trim(), base) ? new URL(address.trim(), base).href : undefined

/** Levels of nesting that are looked at; pages for people have fewer. */
const mostDepth = 200

const invisibleElements = new Set('script style template head title datalist'.split(' '))

// Plain looks at the element: a selector is compiled each time, and this is asked of every element of every page.
const isInvisible = ({ name, attribs }: Element): boolean =>
  invisibleElements.has(name) ||
  attribs.hidden !== undefined ||
  (name === 'input' && attribs.type?.toLowerCase() === 'hidden')

/** Returns whether neither markup nor an inline style hides the element. */
export const isShown = (element: Element): boolean =>
  lineage(element).every(
    ancestor =>
      !isInvisible(ancestor) && !/(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(ancestor.attribs.style ?? ''),
  )

const inlineElements = new Set(
  'a abbr b bdi bdo cite code data del dfn em font i ins kbd label mark output q s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
)

/** Stands between blocks; no text of a document has it. */
const blockEnd = '\0'

const shownParts = (root: Element | CheerioAPI): string => {
  const parts: string[] = []
  const nodes = typeof root === 'function' ? root.root().children().toArray() : [root]
  for (const node of nodes) if ('attribs' in node) collectText(node, { parts, depth: 0 })
  return parts.join('')
}

/**
 * Returns the visible text below an element, white space collapsed. A space separates blocks, but not inline elements.
 */
export const textOf = (root: Element | CheerioAPI): string => collapsed(shownParts(root).replaceAll(blockEnd, ' '))

/** Returns the visible text below an element in its blocks, from the first to the last; none of them is empty. */
export const blocksOf = (root: Element | CheerioAPI): string[] =>
  shownParts(root)
    .split(blockEnd)
    .map(collapsed)
    .filter(text => text !== '')

/** Returns whether neither markup nor an inline style of its own hides an element. */
export const isSeen = (element: Element): boolean =>
  !isInvisible(element) && !/display\s*:\s*none/i.test(element.attribs.style ?? '')

/** Returns whether what comes before and after an element stands on other lines; the cells of a row stand on one. */
export const endsLine = ({ name }: Element): boolean => !inlineElements.has(name) && !/^(?:td|th|img)$/.test(name)

const collectText = (element: Element, { parts, depth }: { parts: string[]; depth: number }): void => {
  if (depth > mostDepth || !isSeen(element)) return
  const gap = inlineElements.has(element.name) ? '' : blockEnd
  parts.push(gap, isRaisedDigits(element, parts) ? '.' : '', replacedText(element))
  for (const child of element.children) {
    if (child.type === 'text') parts.push(child.data)
    else if ('attribs' in child) collectText(child, { parts, depth: depth + 1 })
  }
  parts.push(gap)
}

/** Returns whether digits stand raised behind others: the cents of a price, or the mark of a footnote. */
const isRaisedDigits = ({ name, children }: Element, parts: readonly string[]): boolean =>
  name === 'sup' &&
  children.some(child => child.type === 'text' && /^\s*\d/.test(child.data)) &&
  /\d$/.test(parts.findLast(part => part !== '') ?? '')

/** Returns the text that an element shows without having content: of an image or an input. */
export const replacedText = ({ name, attribs }: Element): string => {
  if (name === 'img' || name === 'area') return attribs.alt ?? ''
  const hasValue = name === 'input' && !/^(?:checkbox|radio|password|file)$/i.test(attribs.type ?? '')
  return hasValue ? ` ${attribs.value ?? ''} ` : ''
}

/** Replaces any white space by one space, and removes it at both ends. */
export const collapsed = (text: string): string => text.replace(/\s+/g, ' ').trim()
