import type { CheerioAPI, CheerioOptions } from 'cheerio'
import { blocked } from '../../harness/outcome.ts'
import { obstacleOf } from '../visit/obstacles.ts'
import { type FlatDocument, rebuild } from './flat-document.ts'
import type { Question } from './page-thread.ts'
import type { Markup } from './parse.ts'
import { createReadingThread, heapMegabytes, TooCostly } from './reading-thread.ts'

/** A document, and whether the page has more than is read of one. */
export type PageRead = { $: CheerioAPI; isCut: boolean }

/** Whose page it is: its address, and what all pages of a run have in common. */
export type PageOrigin = { url: string; run?: object | undefined }

/**
 * Milliseconds of CPU time, in the thread for pages and in this one: for one page; for what all pages of a run take beyond ordinary ones; for an
 * ordinary page, for each of its nodes, and for each character of its scripts and style sheets; and for a page that is shorter than those that were costly. Most pages
 * take one, and one with as many tags as are read some 100: a target may show such a page as often as a run asks for one.
 */
const limits = { page: 1_000, run: 3_000, ordinary: 25, node: 0.002, code: 0.000_08, shorter: 200 }

/** Pages that are kept, and characters of each: a browser shows the same again and again. A page that costs too much is kept whatever its length. */
const kept = { pages: 16, characters: 131_072 }

const thread = createReadingThread()

/** What the pages of a run have cost beyond ordinary ones: milliseconds, and characters of the shortest of them. */
type Spent = { ms: number; characters: number }

const spentBy = new WeakMap<object, Spent>()

const spentOf = (run: object): Spent => {
  const spent = spentBy.get(run) ?? { ms: 0, characters: Number.POSITIVE_INFINITY }
  spentBy.set(run, spent)
  return spent
}

/** The pages that were read last, by what was asked for. */
const known = new Map<string, Promise<PageRead>>()

/** Where each document is from, and what it has cost. */
const sources = new WeakMap<CheerioAPI, { markup: Markup; origin: PageOrigin; cost: Cost }>()

/** Milliseconds that a page has cost, and those that an ordinary one of its size takes. One that is cut blocks its check anyway: all of it counts. */
type Cost = { ms: number; readonly ordinary: number }

/** Redirects and JSON are many, and show no document. */
const readEmpty = async (): Promise<PageRead> => {
  empty ??= { $: await loaded(undefined, { scriptingEnabled: false }), isCut: false }
  return empty
}

let empty: PageRead | undefined

/** Makes a document of what was read. The library is loaded with the first page: most runs of a single check read none. */
const loaded = async (document: FlatDocument | undefined, options: CheerioOptions): Promise<CheerioAPI> => {
  const { load } = await import('cheerio')
  return load(document === undefined ? '' : rebuild(document), options)
}

/** Reads a page in the thread for pages. Blocks the check if that costs too much. The same document is returned for the same text. */
export const readPage = (markup: Markup, origin: PageOrigin): Promise<PageRead> =>
  markup.text === '' ? readEmpty() : readOnce({ markup, isVisible: false }, origin)

/** Reads the page of a document once more, without what its inline styles and its own style sheets hide. */
export const readVisible = async ($: CheerioAPI): Promise<CheerioAPI> => {
  const source = sources.get($)
  return source === undefined ? $ : (await readOnce({ markup: source.markup, isVisible: true }, source.origin)).$
}

/**
 * Looks for something in a document, and counts the time to what reading its page cost: whatever a page is made of, no other of its kind is
 * read once the time of the run is used up. What is looked at cannot be ended, but is bounded.
 */
export const lookAt = <T>($: CheerioAPI, look: () => T): T => {
  const source = sources.get($)
  if (source === undefined || isLooking) return look()
  const [since, cpu] = [performance.now(), cpuTime()]
  isLooking = true
  try {
    return look()
  } finally {
    isLooking = false
    const { user, system } = cpuTime(cpu)
    const before = beyond(source.cost)
    source.cost.ms += Math.min(performance.now() - since, (user + system) / 1_000)
    charge(source.origin.run, { characters: source.markup.text.length, ms: beyond(source.cost) - before })
  }
}

/** Returns the CPU time of this thread. Where Node tells that of the process only, that of other threads is in it, and the time that has passed bounds it. */
const cpuTime = (since?: NodeJS.CpuUsage): NodeJS.CpuUsage => process.threadCpuUsage?.(since) ?? process.cpuUsage(since)

/** One look may be part of another. */
let isLooking = false

/** Returns the milliseconds that a page takes beyond an ordinary one. */
const beyond = ({ ms, ordinary }: Cost): number => Math.max(0, ms - ordinary)

const ordinaryMs = ({ isCut, kinds, code }: FlatDocument): number =>
  isCut ? 0 : limits.ordinary + limits.node * kinds.length + limits.code * code

const charge = (run: object = thread, { ms, characters }: Spent): void => {
  if (ms <= 0) return
  const spent = spentOf(run)
  spent.ms += ms
  spent.characters = Math.min(spent.characters, characters)
}

const readOnce = async (question: Question, origin: PageOrigin): Promise<PageRead> => {
  const { markup, isVisible } = question
  const key = `${isVisible ? 'visible' : 'whole'} ${markup.isXml ? 'xml' : 'html'} ${markup.text}`
  const reading = known.get(key) ?? readAnew(question, origin)
  known.delete(key)
  known.set(key, reading)
  for (const oldest of [...known.keys()].slice(0, -kept.pages)) known.delete(oldest)
  try {
    const page = await reading
    if (key.length > kept.characters) known.delete(key)
    return page
  } catch (error) {
    if (error instanceof TooCostly) return blocked(costObstacle(origin.url, error))
    known.delete(key)
    throw error
  }
}

const readAnew = async (question: Question, origin: PageOrigin): Promise<PageRead> => {
  const { markup } = question
  const { run = thread } = origin
  const characters = markup.text.length
  // When its turn comes, other pages of the run may have used up the time.
  const limitMs = (): number => {
    const spent = spentOf(run)
    if (spent.ms < limits.run) return limits.page
    return characters >= spent.characters / 2 ? 0 : limits.shorter
  }
  try {
    const { document, ms } = await thread.read(question, limitMs)
    const cost = { ms, ordinary: ordinaryMs(document) }
    charge(run, { ms: beyond(cost), characters })
    const options = markup.isXml ? { xml: { decodeEntities: true } } : { scriptingEnabled: false }
    const $ = await loaded(document, options)
    sources.set($, { markup, origin, cost })
    return { $, isCut: document.isCut }
  } catch (error) {
    // What is not read costs nothing more.
    if (error instanceof TooCostly && spentOf(run).ms < limits.run) charge(run, { ms: limits.page, characters })
    throw error
  }
}

/** Says that a page takes more time or memory than pages may. */
const costObstacle = (url: string, { cost }: TooCostly): string => {
  const { origin, pathname } = URL.parse(url) ?? { origin: '', pathname: url }
  const limit =
    cost === 'time'
      ? `${limits.page / 1_000} second of CPU time, or pages of its kind in this run took ${limits.run / 1_000} altogether`
      : `${heapMegabytes} MB of memory`
  return obstacleOf(
    `the page ${`${origin}${pathname}`.slice(0, 160)} is too costly to read: it takes more than ${limit}`,
    'serve a page with less markup, with fewer attributes on an element, and without elements that are left open',
  )
}
