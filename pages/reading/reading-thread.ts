import { on } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { isObject } from '../../protocol/json/json.ts'
import type { FlatDocument } from './flat-document.ts'
import type { Answer, Question } from './page-thread.ts'

/** Maximum heap size of the thread, in megabytes. */
export const heapMegabytes = 192

/** Milliseconds between two checks of the cost of a page. */
const lookMs = 25

/** A page takes too much time or memory. */
export class TooCostly extends Error {
  override readonly name = 'TooCostly'
  readonly cost: 'time' | 'memory'

  constructor(cost: 'time' | 'memory') {
    super(`too much ${cost}`)
    this.cost = cost
  }
}

/** A document, and the milliseconds of CPU time that it took. */
type Read = { document: FlatDocument; ms: number }

/**
 * Reads pages one by one in a separate thread. Rejects with TooCostly if a page exceeds the heap, or the CPU time that `limitMs` returns
 * at its turn; at 0 it is not read at all.
 */
export type ReadingThread = { read(question: Question, limitMs: () => number): Promise<Read> }

const program = new URL(`./page-thread${extname(import.meta.filename)}`, import.meta.url)

/**
 * Waits for one of our messages: under `node --watch`, Node sends its own as well. Rejects with the error of the thread or of the signal.
 */
const messageFrom = async <T>(
  thread: Worker,
  isOurs: (message: unknown) => message is T,
  options: { signal?: AbortSignal } = {},
): Promise<T> => {
  for await (const [message] of on(thread, 'message', options)) if (isOurs(message)) return message
  throw new Error('The thread that reads pages is silent.')
}

const isReady = (message: unknown): message is 'ready' => message === 'ready'

const isAnswer = (message: unknown): message is Answer =>
  isObject(message) && ('document' in message || 'isCostly' in message)

const start = async (): Promise<Worker> => {
  const thread = new Worker(program, {
    // Types are stripped from the sources, which some versions of Node warn about.
    execArgv: ['--disable-warning=ExperimentalWarning'],
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  })
  // An error while the thread is idle concerns no page.
  thread.on('error', () => undefined)
  await messageFrom(thread, isReady)
  return thread
}

/**
 * Returns a clock for the CPU time of a thread, in milliseconds: the lesser of the thread's active time and the CPU time of the whole
 * process, since on a busy machine neither alone is accurate.
 */
const clockOf = (thread: Worker): (() => number) => {
  const [before, loop] = [process.cpuUsage(), thread.performance.eventLoopUtilization()]
  return () => {
    const { user, system } = process.cpuUsage(before)
    return Math.min((user + system) / 1_000, thread.performance.eventLoopUtilization(loop).active)
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/** Sends a request to a thread, and aborts if the work is too expensive. */
const ask = async (thread: Worker, question: Question, limitMs: number): Promise<Read> => {
  const clock = clockOf(thread)
  const controller = new AbortController()
  const timer = setInterval(() => {
    if (clock() > limitMs) controller.abort(new TooCostly('time'))
  }, lookMs)
  const gone = () => controller.abort(new Error('The thread that reads pages has ended.'))
  thread.once('exit', gone)
  try {
    thread.postMessage(question)
    const answer = await messageFrom(thread, isAnswer, { signal: controller.signal })
    if ('document' in answer) return { document: answer.document, ms: clock() }
    throw answer.isCostly ? new TooCostly('memory') : new Error(`A page could not be read: ${answer.error}`)
  } catch (error) {
    if (isOutOfMemory(error)) throw new TooCostly('memory')
    throw controller.signal.aborted ? controller.signal.reason : error
  } finally {
    clearInterval(timer)
    thread.off('exit', gone)
  }
}

/** Creates a thread that starts with the first page, is replaced after it was terminated, and does not keep the process alive. */
export const createReadingThread = (): ReadingThread => {
  let started: Promise<Worker> | undefined
  let turn: Promise<unknown> = Promise.resolve()
  const end = async (): Promise<void> => {
    const ended = started
    started = undefined
    await (await ended?.catch(() => undefined))?.terminate()
  }
  const read = async (question: Question, limitMs: number): Promise<Read> => {
    if (limitMs === 0) throw new TooCostly('time')
    started ??= start()
    try {
      const thread = await started
      thread.ref()
      const result = await ask(thread, question, limitMs)
      thread.unref()
      return result
    } catch (error) {
      await end()
      throw error
    }
  }
  return {
    read: (question, limitMs) => {
      const result = turn.then(() => read(question, limitMs()))
      turn = result.catch(() => undefined)
      return result
    },
  }
}
