import { type HttpResponse, header } from '../harness/http/response.ts'

/** Markup that runs or may run, and documents within documents. */
const active = [
  /<\s*(?:script|i?frame|frameset|object|embed|portal|fencedframe|template|svg|math|audio|video)\b/i,
  /[\s"'/]on[a-z]+\s*=/i,
  /(?:java|vb)script\s*:/i,
  /<\?xml|<!entity/i,
]

/**
 * Returns a function that finds the next match of a pattern at or after a place; the length of the text if there is none. Places have to be asked
 * for in order: then all of them together take one pass through the text.
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

/** Tells whether an address is written with a character reference: it may be in code. */
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

/** Tells whether a page links to a style sheet. */
const hasStyleSheet = (text: string): boolean => {
  const nextName = next(text, /\bstylesheet/gi)
  const nextEnd = next(text, />/g)
  for (const { index } of text.matchAll(/<link\b/gi)) if (nextName(index) < nextEnd(index)) return true
  return false
}

const inert = new WeakMap<HttpResponse, boolean>()

const readInert = ({ text, truncated }: HttpResponse): boolean =>
  // Text in UTF-16 has other bytes than the markup that is looked for.
  text !== undefined &&
  !truncated &&
  !text.includes('\0') &&
  !active.some(pattern => pattern.test(text)) &&
  !hasWrittenAddress(text)

/** Tells whether a page is markup without script: nothing happens on it unless a user does something. */
export const isInert = (response: HttpResponse): boolean => {
  const isKnown = inert.get(response) ?? readInert(response)
  inert.set(response, isKnown)
  return isKnown
}

const hidingStyle = /display\s*:\s*none|visibility\s*:|@import/i

/** Tells whether a page has style that may hide a part of it, or is in a file of its own. */
const mayHide = (text: string): boolean => hidingStyle.test(text) || hasStyleSheet(text)

const isHtml = (response: HttpResponse): boolean => /html|xml|^$/i.test(header(response, 'content-type') ?? '')

/**
 * Tells whether a page has no script, and shows all that its markup has: a browser makes nothing else of it than HTML forms do. A response
 * that is no page is plain.
 */
export const isPlain = (response: HttpResponse): boolean =>
  !isHtml(response) || (isInert(response) && !mayHide(response.text ?? ''))
