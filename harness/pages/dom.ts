import type { CheerioAPI } from 'cheerio'
import * as cheerio from 'cheerio'

export type { CheerioAPI } from 'cheerio'

const everything = ($: CheerioAPI) => $('html').toArray()

/** An element of a parsed document. */
export type Element = ReturnType<typeof everything>[number]

type Node = Element['children'][number]

const isElement = (node: Node): node is Element => 'attribs' in node

/** An element and those around it, from the inside out. */
export const lineage = (element: Element): Element[] => {
  const line = [element]
  for (let { parent } = element; parent && line.length < deepest; { parent } = parent)
    if (isElement(parent)) line.push(parent)
  return line
}

/** The nearest element of this name: the element itself, or one around it. */
export const closest = (element: Element, name: string): Element | undefined =>
  lineage(element).find(one => one.name === name)

/** Characters and tags of a document that are parsed: a page to pay on is far smaller, and parsing deep nesting is slow. */
const longest = 524_288
const mostTags = 5_000

/** Parses as a browser does that runs no script: what stands in noscript is there. */
export const parseDocument = (text: string): CheerioAPI => cheerio.load(bounded(text), { scriptingEnabled: false })

const bounded = (text: string): string => {
  const kept = text.slice(0, longest)
  let tags = 0
  for (let at = kept.indexOf('<'); at >= 0; at = kept.indexOf('<', at + 1)) {
    tags += 1
    if (tags > mostTags) return kept.slice(0, at)
  }
  return kept
}

/** The document's base address: its first `base`, resolved against its own. */
export const baseOf = ($: CheerioAPI, url: string): string =>
  resolve($('base[href]').first().attr('href') ?? '', url) ?? url

/** An address as a browser resolves it; undefined where it is none. */
export const resolve = (address: string, base: string): string | undefined =>
  URL.canParse(address.trim(), base) ? new URL(address.trim(), base).href : undefined

/** Elements inside one another that are looked at: no page for people nests deeper. */
const deepest = 200

const unseen = 'script, style, template, head, title, [hidden], input[type="hidden" i], datalist'

/** Whether nothing hides the element: neither markup nor an inline style. */
export const isShown = ($: CheerioAPI, element: Element): boolean =>
  lineage(element).every(
    one => !$(one).is(unseen) && !/(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test($(one).attr('style') ?? ''),
  )

const inline = new Set(
  'a abbr b bdi bdo code data em font i kbd label mark q s samp small span strong sub sup time u var'.split(' '),
)

/** Visible text below an element, white space collapsed; blocks stand apart, inline elements do not. */
export const textOf = ($: CheerioAPI, root: Element | CheerioAPI): string => {
  const parts: string[] = []
  const start = typeof root === 'function' ? root.root().children().toArray() : [root]
  for (const element of start) if ('attribs' in element) gather($, element, { parts, depth: 0 })
  return collapsed(parts.join(''))
}

const gather = ($: CheerioAPI, element: Element, { parts, depth }: { parts: string[]; depth: number }): void => {
  if (depth > deepest || $(element).is(unseen) || /display\s*:\s*none/i.test($(element).attr('style') ?? '')) return
  const gap = inline.has(element.name) ? '' : ' '
  parts.push(gap, replacedText($, element))
  for (const child of element.children) {
    if (child.type === 'text') parts.push(child.data)
    else if ('attribs' in child) gather($, child, { parts, depth: depth + 1 })
  }
  parts.push(gap)
}

/** What an element shows that has no content of its own. */
const replacedText = ($: CheerioAPI, element: Element): string => {
  const { name } = element
  if (name === 'img' || name === 'area') return $(element).attr('alt') ?? ''
  const isValue = name === 'input' && !/^(?:checkbox|radio|password|file)$/i.test($(element).attr('type') ?? '')
  return isValue ? ` ${$(element).attr('value') ?? ''} ` : ''
}

/** One space for any white space, none at the ends. */
export const collapsed = (text: string): string => text.replace(/\s+/g, ' ').trim()
