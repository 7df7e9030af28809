import { errorCatalogue } from '../../protocol/errors.ts'
import { textOf } from '../../protocol/json/any-json.ts'
import { activity } from '../activity.ts'
import { lentOut } from '../lent-out.ts'
import { TransferConflict } from '../outcome.ts'
import { pause } from '../pause.ts'
import { isProxyStatus } from './in-front.ts'
import { codeOf } from './pending-response.ts'
import type { HttpResponse } from './response.ts'

/** Waits for others without using the check's time. */
type Excuse = <T>(work: Promise<T>) => Promise<T>

/** Runs tasks concurrently, or one exclusively. `excuse` covers the wait for others, not the task. */
export type RequestSerializer = {
  /** `race`: once one task of a race runs, the others may start as well, since each waits for all of them. */
  concurrently<T>(task: () => Promise<T>, excuse?: Excuse, race?: object): Promise<T>
  /** Waits until nothing is running, and holds back later tasks. */
  exclusively<T>(task: () => Promise<T>, excuse?: Excuse): Promise<T>
  /** Whether a task has conflicted with another. */
  isContested: boolean
  /** How many consecutive requests still seemed to conflict after every retry, although they were sent exclusively. */
  futileInARow: number
}

/** Waits until nothing is running, including requests that a race adds in the meantime. */
const untilIdle = async (running: ReadonlySet<Promise<unknown>>): Promise<void> => {
  while (running.size > 0) await Promise.allSettled(running)
}

/** Creates a serializer without tasks. */
export const createRequestSerializer = (): RequestSerializer => {
  const running = new Set<Promise<unknown>>()
  const racing = new Map<object, number>()
  let held = 0
  let lastAlone: Promise<unknown> = Promise.resolve()
  return {
    isContested: false,
    futileInARow: 0,
    concurrently: async (task, excuse = work => work, race = {}) => {
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
    exclusively: (task, excuse = work => work) => {
      held += 1
      const turn = lastAlone.then(() => untilIdle(running))
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

const serializers = new WeakMap<object, RequestSerializer>()

/** Returns the serializer of a run, for requests that touch the same account of the target. */
export const serializerOf = (run: object): RequestSerializer => {
  const serializer = serializers.get(run) ?? createRequestSerializer()
  serializers.set(run, serializer)
  return serializer
}

const statuses: readonly number[] = [409, 423, 500]

/**
 * Returns whether a response may be due to another request: a changed version, or a lock that was not free in time. A code of the document
 * always concerns this request.
 */
export const isConflict = (response: HttpResponse): boolean =>
  !response.silence &&
  (statuses.includes(response.status) || isProxyStatus(response.status)) &&
  !Object.hasOwn(errorCatalogue, textOf(codeOf(response)))

/** Milliseconds before each retry. */
const pausesMs = [0, 100, 400]

/** After this many requests in a row whose retries all failed, retry once: the target answers everything this way. */
const mostFutile = 3

type Options = { signal: AbortSignal; excuse?: Excuse; race?: object | undefined }

/** Returns how a check waits for others here; `race`: the lanes of its race, if the request belongs to one. */
export const waitingOf = (check: { id: string; signal: AbortSignal; excuse?: Excuse }, race?: object): Options => {
  const wait = { who: check.id, what: lentOut.exclusivity }
  return {
    signal: check.signal,
    excuse: work => activity.waitFor(wait, check.excuse ? check.excuse(work) : work),
    race,
  }
}

const sendConcurrently = async (
  serializer: RequestSerializer,
  send: () => Promise<HttpResponse>,
  { excuse, race }: Partial<Options>,
): Promise<HttpResponse> => {
  const response = await serializer.concurrently(send, excuse, race)
  if (isConflict(response)) serializer.isContested = true
  else serializer.futileInARow = 0
  return response
}

/**
 * Sends a request, and retries it exclusively if it may have conflicted with another. The retries do not count against the check's
 * time.
 */
export const sendWithRetries = async (
  serializer: RequestSerializer,
  send: () => Promise<HttpResponse>,
  { signal, excuse = work => work, race }: Options,
): Promise<HttpResponse> => {
  let response = await sendConcurrently(serializer, send, { excuse, race })
  for (const ms of pausesMs) {
    const isFutile = ms > 0 && serializer.futileInARow >= mostFutile
    if (!isConflict(response) || isFutile || signal.aborted) break
    response = await excuse(serializer.exclusively(() => pause(ms, signal).then(send)))
  }
  serializer.futileInARow = isConflict(response) ? serializer.futileInARow + 1 : 0
  return response
}

/**
 * Sends a request that must not be repeated: exclusively, once any has conflicted. Throws TransferConflict if this one may have.
 */
export const sendOnce = async (
  serializer: RequestSerializer,
  send: () => Promise<HttpResponse>,
  { excuse, race }: Omit<Options, 'signal'>,
): Promise<HttpResponse> => {
  // The requests of a race must overlap: an exclusive one would wait for the others forever.
  if (serializer.isContested && race === undefined) return serializer.exclusively(send, excuse)
  const response = await sendConcurrently(serializer, send, { ...(excuse ? { excuse } : {}), race })
  if (isConflict(response))
    throw new TransferConflict('a transfer that cannot be sent again may have conflicted with another')
  return response
}
