import { setMaxListeners } from 'node:events'
import { activity } from '../../harness/activity.ts'
import type { RecordedRequest, RequestJournal } from '../../harness/counterpart.ts'
import { Blocked, blocked } from '../../harness/outcome.ts'
import { isEnd, type PersonAnswer, type PersonDesk, type PersonTask } from '../../pages/person/desk.ts'
import { startIdleClock } from './idle-clock.ts'

/** A task that waits for a person; `isSeen`: the counterpart notices when the browser returns. */
export type OpenTask = PersonTask & { id: number; isSeen: boolean }

/** The tasks of a run, as the person's page shows them. */
export type Desk = PersonDesk & {
  readonly open: readonly OpenTask[]
  readonly done: number
  /** Milliseconds without activity until the open tasks are given up. */
  readonly leftMs: number
  /** Records that the person has opened the page. */
  visited(): void
  /** Records that the person cannot do a task. */
  cannot(id: number, reason: string): void
  /** Records the address that the person entered; returns whether it completes the task. */
  ended(id: number, address: string): boolean
  close(): void
}

/** The address of the person's page, and how long the person has. */
export type DeskOptions = {
  /** The part of a counterpart that notices returning browsers. */
  counterpart: { baseUrl: string; journal: RequestJournal } | undefined
  /** How many milliseconds tasks wait for an inactive person. */
  patienceMs: number
}

type Waiting = { task: OpenTask; answer: PromiseWithResolvers<PersonAnswer> }

type Room = {
  waiting: Map<number, Waiting>
  count: number
  done: number
  /** No one has opened the page in time, or since. */
  isGone: boolean
  /** Records that the person did something. */
  active(): void
}

/**
 * Keeps the tasks of a run until a person has done them. Once no one has come in time, new tasks are given up immediately until someone
 * opens the page.
 */
export const createDesk = (options: DeskOptions): Desk => {
  const room: Room = { waiting: new Map(), count: 0, done: 0, isGone: false, active: () => clock.renew() }
  const rejectAll = (reason: string) => {
    for (const { answer } of [...room.waiting.values()]) answer.reject(new Blocked(reason))
  }
  const clock = startIdleClock(options.patienceMs, () => {
    room.isGone = room.waiting.size > 0
    rejectAll(noPersonCame(options))
  })
  return {
    ask: (task, signal) => ask(room, options, { task, signal }),
    get open() {
      return [...room.waiting.values()].map(({ task }) => task)
    },
    get done() {
      return room.done
    },
    get leftMs() {
      return clock.leftMs
    },
    visited: () => {
      room.isGone = false
      clock.renew()
    },
    cannot: (id, reason) => room.waiting.get(id)?.answer.resolve({ cannot: reason }),
    ended: (id, address) => endAt(room.waiting.get(id), address),
    close: () => {
      clock.stop()
      rejectAll('the run has ended')
    },
  }
}

type Request = { task: PersonTask; signal: AbortSignal | undefined }

const ask = async (room: Room, options: DeskOptions, { task, signal }: Request): Promise<PersonAnswer> => {
  const { waiting } = room
  const { counterpart } = options
  if (room.isGone) blocked(noPersonCame(options))
  if (waiting.size === 0) room.active()
  const id = ++room.count
  const isSeen = counterpart !== undefined && task.ends.some(end => end.startsWith(counterpart.baseUrl))
  const answer = Promise.withResolvers<PersonAnswer>()
  waiting.set(id, { task: { ...task, id, isSeen }, answer })
  const over = new AbortController()
  if (isSeen) void comesBack(counterpart, task, over.signal).then(answer.resolve, () => undefined)
  try {
    const given = await activity.during(unlessAborted(answer, signal))
    room.done += 1
    room.active()
    return given
  } finally {
    waiting.delete(id)
    over.abort()
  }
}

const unlessAborted = <T>(answer: PromiseWithResolvers<T>, signal: AbortSignal | undefined): Promise<T> => {
  const abort = () => answer.reject(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  return answer.promise.finally(() => signal?.removeEventListener('abort', abort))
}

const endAt = (found: Waiting | undefined, address: string): boolean => {
  const isThere = found !== undefined && isEnd(address, found.task.ends)
  if (isThere) found.answer.resolve({ endedAt: address })
  return isThere
}

const noPersonCame = ({ patienceMs }: DeskOptions): string =>
  `a person must use the page, and no one did within ${Math.round(patienceMs / 1000)} s; start the run when someone has time, set patience.person in the config, or have a browser use the page (its driver: "browser")`

/** The longest possible timer: the wait ends with the task. */
const longestMs = 2 ** 31 - 1

/**
 * Returns whether a browser requests a page to show it, unlike a prefetch, a script, a frame or a server. Over plain HTTP browsers send no
 * Fetch metadata. If a page is mistaken for one of these, the person enters the address by hand.
 */
const isNavigation = ({ kind, method, headers }: RecordedRequest): boolean =>
  /^(?:callback|other)$/.test(kind) &&
  /^(?:GET|POST)$/.test(method) &&
  /\btext\/html\b/.test(headers.accept ?? '') &&
  !/prefetch|prerender|preview/i.test(`${headers['sec-purpose']} ${headers.purpose} ${headers['x-moz']}`) &&
  (headers['sec-fetch-mode'] === undefined
    ? headers['upgrade-insecure-requests'] === '1'
    : headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document')

/** Waits until a browser arrives at an address that completes a task. */
const comesBack = async (
  { baseUrl, journal }: NonNullable<DeskOptions['counterpart']>,
  { ends }: PersonTask,
  signal: AbortSignal,
): Promise<PersonAnswer> => {
  const since = performance.now()
  const { origin } = new URL(baseUrl)
  setMaxListeners(0, signal)
  const [seen] = await journal.wait(
    // An order's address may have a longer path than the counterpart knows.
    request => request.at >= since && isNavigation(request) && isEnd(origin + request.path, ends),
    { timeoutMs: longestMs, signal },
  )
  return seen ? { endedAt: origin + seen.path, seen } : { cannot: 'the run has ended' }
}
