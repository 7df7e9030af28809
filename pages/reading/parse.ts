import type { CheerioAPI } from 'cheerio'
import * as cheerio from 'cheerio'

/** The kind of markup: a page from a target, or a live page serialized as XML. */
export type Markup = { text: string; isXml?: boolean | undefined }

/** Limits for parsing a page: characters; `<` signs, including those in scripts; and, outside scripts, unclosed tags, which nest. */
const limits = { characters: 1_048_576, marks: 12_000, open: 5_000 }

/**
 * Parses a document like a browser without script: the content of `noscript` is part of it. `isCut`: the document is too large to parse
 * completely. Pages of targets are parsed in a thread that can be terminated (`read-page.ts`), which is the only bound on the cost.
 */
export const parse = ({ text, isXml }: Markup): { $: CheerioAPI; isCut: boolean } => {
  if (isXml) return { $: cheerio.load(text, { xml: { decodeEntities: true } }), isCut: false }
  const length = lengthToParse(text)
  return { $: cheerio.load(text.slice(0, length), { scriptingEnabled: false }), isCut: length < text.length }
}

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
