import { errorCatalogue } from '../../protocol/errors.ts'
import { textOf } from '../../protocol/json/any-json.ts'
import { activity } from '../activity.ts'
import { lentOut } from '../lent-out.ts'
import { InTheWay } from '../outcome.ts'
import { pause } from '../pause.ts'
import { isOfServerInFront } from './in-front.ts'
import { codeOf } from './pending-response.ts'
import type { HttpResponse } from './response.ts'

/** Waits for others without the time of a check running. */
type Excuse = <T>(work: Promise<T>) => Promise<T>

/** Lets tasks run beside each other, or one alone. `excuse` gets the wait for others, and not the task. */
export type Passage = {
  /** `race`: tasks of one race are let in with the first of them, since each waits for all others. */
  beside<T>(task: () => Promise<T>, excuse?: Excuse, race?: object): Promise<T>
  /** Waits until nothing runs, and holds back what comes. */
  alone<T>(task: () => Promise<T>, excuse?: Excuse): Promise<T>
  /** Whether a task was in the way of another one. */
  isContested: boolean
  /** How many requests in a row seemed to meet another one after all looks, alone: no response tells of another kind since. */
  inVain: number
}

/** Waits until nothing runs, what a race adds meanwhile included. */
const noneOf = async (running: ReadonlySet<Promise<unknown>>): Promise<void> => {
  while (running.size > 0) await Promise.allSettled(running)
}

/** Creates a passage in which no task runs yet. */
export const createPassage = (): Passage => {
  const running = new Set<Promise<unknown>>()
  const racing = new Map<object, number>()
  let held = 0
  let lastAlone: Promise<unknown> = Promise.resolve()
  return {
    isContested: false,
    inVain: 0,
    beside: async (task, excuse = work => work, race = {}) => {
      while (held > 0 && !racing.has(race)) await excuse(lastAlone)
      const work = task()
      running.add(work)
      racing.set(race, (racing.get(race) ?? 0) + 1)
      try {
        return await work
      } finally {
        running.delete(work)
        const left = (racing.get(race) ?? 1) - 1
        if (left > 0) racing.set(race, left)
        else racing.delete(race)
      }
    },
    alone: (task, excuse = work => work) => {
      held += 1
      const turn = lastAlone.then(() => noneOf(running))
      const work = excuse(turn).then(task)
      lastAlone = work
        .catch(() => undefined)
        .then(() => {
          held -= 1
        })
      return work
    },
  }
}

const passages = new WeakMap<object, Passage>()

/** Returns the passage of a run for requests that meet at one account of the target. */
export const passageOf = (run: object): Passage => {
  const passage = passages.get(run) ?? createPassage()
  passages.set(run, passage)
  return passage
}

const statuses: readonly number[] = [409, 423, 500]

/**
 * Whether a response may tell of another request, not of this one: a version that has changed, a lock that was not free in time. A
 * code of the document always tells of this one.
 */
const isInTheWay = (response: HttpResponse): boolean =>
  !response.silence &&
  (statuses.includes(response.status) || isOfServerInFront(response.status)) &&
  !Object.hasOwn(errorCatalogue, textOf(codeOf(response)))

/** Milliseconds before each further look. */
const pausesMs = [0, 100, 400]

/** After this many requests in a row whose retries all failed, retry once: the target answers everything this way. */
const mostInVain = 3

type Options = { signal: AbortSignal; excuse?: Excuse; race?: object | undefined }

/** Returns how a check waits for others here; `race`: the lanes of its race, if the request is in one. */
export const passingOf = (check: { id: string; signal: AbortSignal; excuse?: Excuse }, race?: object): Options => {
  const wait = { who: check.id, what: lentOut.passage }
  return {
    signal: check.signal,
    excuse: work => activity.waitFor(wait, check.excuse ? check.excuse(work) : work),
    race,
  }
}

const besideOthers = async (
  passage: Passage,
  send: () => Promise<HttpResponse>,
  { excuse, race }: Partial<Options>,
): Promise<HttpResponse> => {
  const response = await passage.beside(send, excuse, race)
  if (isInTheWay(response)) passage.isContested = true
  else passage.inVain = 0
  return response
}

/**
 * Sends a request, and again alone if another may have been in its way. What it then gets is the response to this request. The time
 * this takes does not count against the check.
 */
export const sendThrough = async (
  passage: Passage,
  send: () => Promise<HttpResponse>,
  { signal, excuse = work => work, race }: Options,
): Promise<HttpResponse> => {
  let response = await besideOthers(passage, send, { excuse, race })
  for (const ms of pausesMs) {
    const isFutile = ms > 0 && passage.inVain >= mostInVain
    if (!isInTheWay(response) || isFutile || signal.aborted) break
    response = await excuse(passage.alone(() => pause(ms, signal).then(send)))
  }
  passage.inVain = isInTheWay(response) ? passage.inVain + 1 : 0
  return response
}

/**
 * Sends a request that counts once, so that it cannot be sent again: alone, if any has been in the way of another. Throws InTheWay if
 * this one shows it.
 */
export const sendOnceThrough = async (
  passage: Passage,
  send: () => Promise<HttpResponse>,
  { excuse, race }: Omit<Options, 'signal'>,
): Promise<HttpResponse> => {
  // The requests of a race have to meet: one that is alone would wait for the others.
  if (passage.isContested && race === undefined) return passage.alone(send, excuse)
  const response = await besideOthers(passage, send, { ...(excuse ? { excuse } : {}), race })
  if (isInTheWay(response))
    throw new InTheWay('another transfer may have been in the way of one that cannot be sent again')
  return response
}
