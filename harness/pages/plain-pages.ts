import { type HttpResponse, header } from '../http/response.ts'

/** Markup that runs or may run, and documents within documents. */
const active = [
  /<\s*(?:script|i?frame|frameset|object|embed|portal|fencedframe|template|svg|math|audio|video)\b/i,
  /[\s"'/]on[a-z]+\s*=/i,
  /(?:java|vb)script\s*:/i,
  /<\?xml|<!entity/i,
  // An address with a character reference may be in code.
  /(?:href|action|src|content)\s*=\s*(?:"[^"]*|'[^']*|[^\s>]*)&(?:#|colon|tab|newline)/i,
]

const inert = new WeakMap<HttpResponse, boolean>()

const readInert = ({ text, truncated }: HttpResponse): boolean =>
  // Text in UTF-16 has other bytes than the markup that is looked for.
  text !== undefined && !truncated && !text.includes('\0') && !active.some(pattern => pattern.test(text))

/** Tells whether a page is markup without script: nothing happens on it unless a user does something. */
export const isInert = (response: HttpResponse): boolean => {
  const isKnown = inert.get(response) ?? readInert(response)
  inert.set(response, isKnown)
  return isKnown
}

/** Style that may hide a part of a page, or is in a file of its own. */
const hiding = /display\s*:\s*none|visibility\s*:|<link\b[^>]*\bstylesheet|@import/i

const isHtml = (response: HttpResponse): boolean => /html|xml|^$/i.test(header(response, 'content-type') ?? '')

/**
 * Tells whether a page has no script, and shows all that its markup has: a browser makes nothing else of it than HTML forms do. A response
 * that is no page is plain.
 */
export const isPlain = (response: HttpResponse): boolean =>
  !isHtml(response) || (isInert(response) && !hiding.test(response.text ?? ''))
