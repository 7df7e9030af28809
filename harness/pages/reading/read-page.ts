import type { CheerioAPI } from 'cheerio'
import * as cheerio from 'cheerio'
import { blocked } from '../../outcome.ts'
import { obstacleOf } from '../visit/obstacles.ts'
import { rebuild } from './flat-document.ts'
import type { Question } from './page-thread.ts'
import type { Markup } from './parse.ts'
import { createReadingThread, heapMegabytes, TooCostly } from './reading-thread.ts'

/** A document, and whether the page has more than is read of one. */
export type PageRead = { $: CheerioAPI; isCut: boolean }

/** Whose page it is: its address, and what all pages of a run have in common. */
export type PageOrigin = { url: string; run?: object | undefined }

/**
 * Milliseconds of CPU time: for one page; for all pages of a run that take more than an ordinary one; and for an ordinary one, which has its
 * time whatever the others took. A page of 12,000 tags takes some 100.
 */
const limits = { page: 1_000, run: 5_000, ordinary: 200 }

/** Pages of a run that may be too costly before others that are half as long, or longer, are not read any more. */
const mostCostly = 2

/** Pages that are kept, and characters of each: a browser shows the same again and again. A page that costs too much is kept whatever its length. */
const kept = { pages: 16, characters: 131_072 }

const thread = createReadingThread()

/** What the pages of a run have cost: milliseconds, pages that were too costly, and characters of the shortest of them. */
type Spent = { ms: number; costly: number; characters: number }

const spentBy = new WeakMap<object, Spent>()

const spentOf = (run: object): Spent => {
  const spent = spentBy.get(run) ?? { ms: 0, costly: 0, characters: Number.POSITIVE_INFINITY }
  spentBy.set(run, spent)
  return spent
}

/** The pages that were read last, by what was asked for. */
const known = new Map<string, Promise<PageRead>>()

/** Where each document is from. */
const sources = new WeakMap<CheerioAPI, { markup: Markup; origin: PageOrigin }>()

/** Redirects and JSON are many, and show none. */
const emptyDocument: PageRead = { $: cheerio.load('', { scriptingEnabled: false }), isCut: false }

/** Reads a page in the thread for pages. Blocks the check if that costs too much. The same document is returned for the same text. */
export const readPage = (markup: Markup, origin: PageOrigin): Promise<PageRead> =>
  markup.text === '' ? Promise.resolve(emptyDocument) : readOnce({ markup, isVisible: false }, origin)

/** Reads the page of a document once more, without what its inline styles and its own style sheets hide. */
export const readVisible = async ($: CheerioAPI): Promise<CheerioAPI> => {
  const source = sources.get($)
  return source === undefined ? $ : (await readOnce({ markup: source.markup, isVisible: true }, source.origin)).$
}

const readOnce = async (question: Question, origin: PageOrigin): Promise<PageRead> => {
  const { markup, isVisible } = question
  const key = `${isVisible ? 'visible' : 'whole'} ${markup.isXml ? 'xml' : 'html'} ${markup.text}`
  const reading = known.get(key) ?? readAnew(question, origin.run)
  known.delete(key)
  known.set(key, reading)
  for (const oldest of [...known.keys()].slice(0, -kept.pages)) known.delete(oldest)
  try {
    const page = await reading
    if (key.length > kept.characters) known.delete(key)
    sources.set(page.$, { markup, origin })
    return page
  } catch (error) {
    if (error instanceof TooCostly) return blocked(costObstacle(origin.url, error))
    known.delete(key)
    throw error
  }
}

const readAnew = async (question: Question, run: object = thread): Promise<PageRead> => {
  const { text, isXml } = question.markup
  const spent = spentOf(run)
  // When its turn comes, other pages of the run may have been too costly.
  const limitMs = (): number => {
    const isOfTheirKind = spent.costly >= mostCostly && text.length >= spent.characters / 2
    return isOfTheirKind ? 0 : Math.max(limits.ordinary, Math.min(limits.page, limits.run - spent.ms))
  }
  try {
    const { document, ms } = await thread.read(question, limitMs)
    if (ms > limits.ordinary) spent.ms += ms
    const options = isXml ? { xml: { decodeEntities: true } } : { scriptingEnabled: false }
    return { $: cheerio.load(rebuild(document), options), isCut: document.isCut }
  } catch (error) {
    if (error instanceof TooCostly) {
      spent.costly += 1
      spent.characters = Math.min(spent.characters, text.length)
    }
    throw error
  }
}

/** Says that a page takes more time or memory than pages may. */
const costObstacle = (url: string, { cost }: TooCostly): string => {
  const { origin, pathname } = URL.parse(url) ?? { origin: '', pathname: url }
  const limit =
    cost === 'time'
      ? `${limits.page / 1_000} second of CPU time, or pages of its kind in this run did`
      : `${heapMegabytes} MB of memory`
  return obstacleOf(
    `the page ${`${origin}${pathname}`.slice(0, 160)} is too costly to read: it takes more than ${limit}`,
    'serve a page with less markup, with fewer attributes on an element, and without elements that are left open',
  )
}
