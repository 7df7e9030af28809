import type { CheerioAPI } from 'cheerio'

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

/** Returns a function that looks once in each document: documents do not change. */
export const oncePerDocument = <T>(look: ($: CheerioAPI) => T): (($: CheerioAPI) => T) => {
  const found = new WeakMap<CheerioAPI, { value: T }>()
  return $ => {
    const known = found.get($) ?? { value: look($) }
    found.set($, known)
    return known.value
  }
}

/** Returns a function that looks once at each element: what was found of those around it is not looked for again. */
export const oncePerElement = <T>(look: (element: Element) => T): ((element: Element) => T) => {
  const found = new WeakMap<Element, { value: T }>()
  return element => {
    const known = found.get(element) ?? { value: look(element) }
    found.set(element, known)
    return known.value
  }
}

/** Returns the element around an element, a template around what is in it; `undefined` of the outermost. */
export const parentOf = (element: Element): Element | undefined => {
  for (let { parent } = element; parent; { parent } = parent) if (isElement(parent)) return parent
  return undefined
}

/** Returns the elements of a name below an element, in document order. */
export const descendantsOf = (element: Element, name: string): Element[] => {
  const found: Element[] = []
  for (const open = element.children.toReversed(); ; ) {
    const node = open.pop()
    if (node === undefined) return found
    if (!isElement(node)) continue
    if (node.name === name) found.push(node)
    for (const child of node.children.toReversed()) open.push(child)
  }
}

/** Returns all text below an element, whether it is shown or not. */
export const rawTextOf = (element: Element): string =>
  element.children
    .map(child => (isElement(child) ? rawTextOf(child) : child.type === 'text' ? child.data : ''))
    .join('')

/** Returns the elements of a document by their ids, and the first of each id before the others. */
export const elementsById = oncePerDocument($ => Map.groupBy($('[id]').toArray(), ({ attribs }) => attribs.id ?? ''))

/** Returns the base address of a document: its first `base` element, resolved against its own address. */
export const baseOf = ($: CheerioAPI, url: string): string => resolve(baseAddressOf($), url) ?? url

const baseAddressOf = oncePerDocument($ => $('base[href]').first().attr('href') ?? '')

/** Characters of an address; many a control may lead to the same one. */
const longestAddress = 32_768

/** Resolves an address like a browser; `undefined` if it is not a URL, or a longer one than any page needs. */
export const resolve = (address: string, base: string): string | undefined => {
  const trimmed = address.trim()
  return trimmed.length > longestAddress ? undefined : URL.parse(trimmed, base)?.href
}

/** Levels of nesting that are looked at; pages for people have fewer. */
const mostDepth = 200

const invisibleElements = new Set('script style template head title datalist'.split(' '))

// Plain looks at the element: a selector is compiled each time, and this is asked of every element of every page.
const isInvisible = ({ name, attribs }: Element): boolean =>
  invisibleElements.has(name) ||
  attribs.hidden !== undefined ||
  (name === 'input' && attribs.type?.toLowerCase() === 'hidden')

/** Returns whether neither markup nor an inline style hides the element. */
export const isShown = oncePerElement((element): boolean => {
  const around = parentOf(element)
  return (
    !isInvisible(element) &&
    !/(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(element.attribs.style ?? '') &&
    (around === undefined || isShown(around))
  )
})

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
export const textOf = (root: Element | CheerioAPI): string =>
  typeof root === 'function' ? textOfDocument(root) : textOfElement(root)

const readText = (root: Element | CheerioAPI): string => collapsed(shownParts(root).replaceAll(blockEnd, ' '))

const textOfDocument = oncePerDocument(readText)

const textOfElement = oncePerElement(readText)

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

/** Returns the text that an element shows without having content: of an image, a drawing or an input. */
export const replacedText = ({ name, attribs }: Element): string => {
  if (name === 'img' || name === 'area') return attribs.alt ?? ''
  if (name === 'canvas' || attribs.role === 'img') return ` ${attribs['aria-label'] ?? ''} `
  const hasValue = name === 'input' && !/^(?:checkbox|radio|password|file)$/i.test(attribs.type ?? '')
  return hasValue ? ` ${attribs.value ?? ''} ` : ''
}

/** Replaces any white space by one space, and removes it at both ends. */
export const collapsed = (text: string): string => text.replace(/\s+/g, ' ').trim()
