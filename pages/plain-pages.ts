import { type HttpResponse, header } from '../harness/http/response.ts'

/** Markup that may run code, and nested documents. */
const active = [
  /<\s*(?:script|i?frame|frameset|object|embed|portal|fencedframe|template|svg|math|audio|video)\b/i,
  /[\s"'/]on[a-z]+\s*=/i,
  /(?:java|vb)script\s*:/i,
  /<\?xml|<!entity/i,
]

/**
 * Returns a function that finds the next match of a pattern at or after a position; the length of the text if there is none. Positions
 * must ascend, so that all calls together take one pass.
 */
const next = (text: string, pattern: RegExp): ((from: number) => number) => {
  let at = -1
  return from => {
    if (at >= from) return at
    pattern.lastIndex = from
    at = pattern.exec(text)?.index ?? text.length
    return at
  }
}

/** Returns whether an address contains a character reference, which may hide code. */
const hasWrittenAddress = (text: string): boolean => {
  const nextReference = next(text, /&(?:#|colon|tab|newline)/gi)
  const nextQuote: Readonly<Record<string, (from: number) => number>> = { '"': next(text, /"/g), "'": next(text, /'/g) }
  const nextGap = next(text, /[\s>]/g)
  for (const attribute of text.matchAll(/(?:href|action|src|content)\s*=\s*/gi)) {
    const start = attribute.index + attribute[0].length
    const quoted = nextQuote[text.charAt(start)]
    if (nextReference(start) < Math.max(nextGap(start), quoted?.(start + 1) ?? 0)) return true
  }
  return false
}

/** Returns whether a page links to a style sheet. */
const hasStyleSheet = (text: string): boolean => {
  const nextName = next(text, /\bstylesheet/gi)
  const nextEnd = next(text, />/g)
  for (const { index } of text.matchAll(/<link\b/gi)) if (nextName(index) < nextEnd(index)) return true
  return false
}

const inert = new WeakMap<HttpResponse, boolean>()

const readInert = ({ text, truncated }: HttpResponse): boolean =>
  // The patterns do not match markup in UTF-16.
  text !== undefined &&
  !truncated &&
  !text.includes('\0') &&
  !active.some(pattern => pattern.test(text)) &&
  !hasWrittenAddress(text)

/** Returns whether a page has no script, so that nothing happens on it without its user. */
export const isInert = (response: HttpResponse): boolean => {
  const isKnown = inert.get(response) ?? readInert(response)
  inert.set(response, isKnown)
  return isKnown
}

const hidingStyle = /display\s*:\s*none|visibility\s*:|@import/i

/** Returns whether a page has external styles, or styles that may hide a part of it. */
const mayHide = (text: string): boolean => hidingStyle.test(text) || hasStyleSheet(text)

const isHtml = (response: HttpResponse): boolean => /html|xml|^$/i.test(header(response, 'content-type') ?? '')

/**
 * Returns whether a page has no script and shows all its markup, so that a browser and HTML forms treat it the same. A response that is
 * not a page is plain.
 */
export const isPlain = (response: HttpResponse): boolean =>
  !isHtml(response) || (isInert(response) && !mayHide(response.text ?? ''))
