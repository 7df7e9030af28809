import type { CheerioAPI, CheerioOptions } from 'cheerio'
import { blocked } from '../../harness/outcome.ts'
import { obstacleOf } from '../visit/obstacles.ts'
import { type FlatDocument, rebuild } from './flat-document.ts'
import type { Question } from './page-thread.ts'
import type { Markup } from './parse.ts'
import { createReadingThread, heapMegabytes, TooCostly } from './reading-thread.ts'

/** A document, and whether the page was cut. */
export type PageRead = { $: CheerioAPI; isCut: boolean }

/** The origin of a page: its address, and the run, whose pages share a budget. */
export type PageOrigin = { url: string; run?: object | undefined }

/**
 * Milliseconds of CPU time, in the page thread and in this one. `page`: for one page; `run`: for the extra cost of a run's pages beyond
 * ordinary ones; `ordinary`, `node`, `code`: for an ordinary page, each node, and each character of scripts and style sheets; `shorter`:
 * for a page shorter than the costly ones. Most pages take 1 ms, one at the limit of tags some 100, and a target may send such a page every
 * time.
 */
const limits = { page: 1_000, run: 3_000, ordinary: 25, node: 0.002, code: 0.000_08, shorter: 200 }

/**
 * Maximum number of cached pages, and of characters per page: a browser shows the same page repeatedly. A page that was too costly is
 * always cached.
 */
const kept = { pages: 16, characters: 131_072 }

const thread = createReadingThread()

/** The cost of a run's pages beyond that of ordinary ones, in milliseconds, and the length of the shortest costly page. */
type Spent = { ms: number; characters: number }

const spentBy = new WeakMap<object, Spent>()

const spentOf = (run: object): Spent => {
  const spent = spentBy.get(run) ?? { ms: 0, characters: Number.POSITIVE_INFINITY }
  spentBy.set(run, spent)
  return spent
}

/** The pages read most recently, by request. */
const known = new Map<string, Promise<PageRead>>()

/** The source and cost of each document. */
const sources = new WeakMap<CheerioAPI, { markup: Markup; origin: PageOrigin; cost: Cost }>()

/** How many milliseconds a page took, and an ordinary one of its size would take: 0 for a cut page, which blocks its check anyway. */
type Cost = { ms: number; readonly ordinary: number }

/** Returns the empty document, for redirects and JSON, which are frequent. */
const readEmpty = async (): Promise<PageRead> => {
  empty ??= { $: await loaded(undefined, { scriptingEnabled: false }), isCut: false }
  return empty
}

let empty: PageRead | undefined

/** Restores a document. The library is loaded with the first page: most runs of a single check read none. */
const loaded = async (document: FlatDocument | undefined, options: CheerioOptions): Promise<CheerioAPI> => {
  const { load } = await import('cheerio')
  return load(document === undefined ? '' : rebuild(document), options)
}

/** Reads a page in the page thread. Blocks the check if that costs too much. Returns the same document for the same text. */
export const readPage = (markup: Markup, origin: PageOrigin): Promise<PageRead> =>
  markup.text === '' ? readEmpty() : readOnce({ markup, isVisible: false }, origin)

/** Reads a document's page again, without the elements that its inline styles and internal style sheets hide. */
export const readVisible = async ($: CheerioAPI): Promise<CheerioAPI> => {
  const source = sources.get($)
  return source === undefined ? $ : (await readOnce({ markup: source.markup, isVisible: true }, source.origin)).$
}

/**
 * Searches a document, and adds the time to the cost of its page, so that no more such pages are read once the run's budget is used up.
 * The search itself cannot be interrupted, but is bounded.
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

/** Returns the CPU time of this thread; where Node only has that of the process, elapsed time bounds it. */
const cpuTime = (since?: NodeJS.CpuUsage): NodeJS.CpuUsage => process.threadCpuUsage?.(since) ?? process.cpuUsage(since)

/** Searches may nest. */
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
  // Other pages of the run may have used up the budget before its turn.
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
    // A page that is refused for the budget costs nothing.
    if (error instanceof TooCostly && spentOf(run).ms < limits.run) charge(run, { ms: limits.page, characters })
    throw error
  }
}

/** Returns the message for a page that takes too much time or memory. */
const costObstacle = (url: string, { cost }: TooCostly): string => {
  const { origin, pathname } = URL.parse(url) ?? { origin: '', pathname: url }
  const limit =
    cost === 'time'
      ? `${limits.page / 1_000} second of CPU time, or pages of its kind in this run took ${limits.run / 1_000} in total`
      : `${heapMegabytes} MB of memory`
  return obstacleOf(
    `the page ${`${origin}${pathname}`.slice(0, 160)} is too costly to read: it takes more than ${limit}`,
    'serve a page with less markup, fewer attributes per element, and no unclosed elements',
  )
}
