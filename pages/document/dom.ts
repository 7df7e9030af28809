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

/** Caches a function of a document, which never changes. */
export const oncePerDocument = <T>(look: ($: CheerioAPI) => T): (($: CheerioAPI) => T) => {
  const found = new WeakMap<CheerioAPI, { value: T }>()
  return $ => {
    const known = found.get($) ?? { value: look($) }
    found.set($, known)
    return known.value
  }
}

/** Caches a function of an element. */
export const oncePerElement = <T>(look: (element: Element) => T): ((element: Element) => T) => {
  const found = new WeakMap<Element, { value: T }>()
  return element => {
    const known = found.get(element) ?? { value: look(element) }
    found.set(element, known)
    return known.value
  }
}

/** Returns the parent element, which for the content of a template is the template; `undefined` for the root. */
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

/** Returns all text below an element, hidden text included. */
export const rawTextOf = (element: Element): string =>
  element.children
    .map(child => (isElement(child) ? rawTextOf(child) : child.type === 'text' ? child.data : ''))
    .join('')

/** Returns the elements of a document by id, in document order. */
export const elementsById = oncePerDocument($ => Map.groupBy($('[id]').toArray(), ({ attribs }) => attribs.id ?? ''))

/** Returns the base address of a document: its first `base` element, resolved against its own address. */
export const baseOf = ($: CheerioAPI, url: string): string => resolve(baseAddressOf($), url) ?? url

const baseAddressOf = oncePerDocument($ => $('base[href]').first().attr('href') ?? '')

/** Maximum length of an address, in characters; many controls may lead to the same one. */
const longestAddress = 32_768

/** Resolves an address like a browser; `undefined` if it is not a URL, or too long. */
export const resolve = (address: string, base: string): string | undefined => {
  const trimmed = address.trim()
  return trimmed.length > longestAddress ? undefined : URL.parse(trimmed, base)?.href
}

/** Maximum nesting depth; pages for people are shallower. */
const mostDepth = 200

const invisibleElements = new Set('script style template head title datalist'.split(' '))

// Avoids selectors, which would be compiled for every element of every page.
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

/** Separates blocks; it cannot occur in the text of a document. */
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

/** Returns the visible text below an element as its non-empty blocks, in order. */
export const blocksOf = (root: Element | CheerioAPI): string[] =>
  shownParts(root)
    .split(blockEnd)
    .map(collapsed)
    .filter(text => text !== '')

/** Returns whether neither markup nor its own inline style hides an element. */
export const isSeen = (element: Element): boolean =>
  !isInvisible(element) && !/display\s*:\s*none/i.test(element.attribs.style ?? '')

/** Returns whether an element starts and ends a line; the cells of a row share one. */
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

/** Returns whether an element is superscript digits after others: the cents of a price, or a footnote mark. */
const isRaisedDigits = ({ name, children }: Element, parts: readonly string[]): boolean =>
  name === 'sup' &&
  children.some(child => child.type === 'text' && /^\s*\d/.test(child.data)) &&
  /\d$/.test(parts.findLast(part => part !== '') ?? '')

/** Returns the text of an element without content, such as an image, a drawing or an input. */
export const replacedText = ({ name, attribs }: Element): string => {
  if (name === 'img' || name === 'area') return attribs.alt ?? ''
  if (name === 'canvas' || attribs.role === 'img') return ` ${attribs['aria-label'] ?? ''} `
  const hasValue = name === 'input' && !/^(?:checkbox|radio|password|file)$/i.test(attribs.type ?? '')
  return hasValue ? ` ${attribs.value ?? ''} ` : ''
}

/** Replaces any white space by one space, and removes it at both ends. */
export const collapsed = (text: string): string => text.replace(/\s+/g, ' ').trim()
