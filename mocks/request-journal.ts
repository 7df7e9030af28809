import { createHistory } from './journal-index.ts'
import type { RecordedRequest } from './recorded-request.ts'

/** Picks requests. A match made by `notificationOf` is looked up instead of tried on every request. */
export type Match = ((recorded: RecordedRequest) => boolean) & { names?: { reference?: string; txid?: string } }

/** `count` 1 unless given; `timeoutMs` in milliseconds. */
export type Waiting = { count?: number; timeoutMs: number; signal?: AbortSignal }

/** What the target sent. */
export type RequestJournal = {
  /** In order of arrival. Bounded: beyond a cap the oldest lose their bodies and headers, much later they go altogether. */
  readonly all: readonly RecordedRequest[]
  find(match: Match): RecordedRequest[]
  /**
   * Resolves with what matched (earlier arrivals included) as soon as `count` is there, or with fewer at the timeout or when the
   * counterpart closes. Rejects with the signal's reason when it aborts, and with whatever `match` throws.
   */
  wait(match: Match, options: Waiting): Promise<RecordedRequest[]>
}

/** The side of the witness that the counterpart holds. */
export type Recorder = RequestJournal & { append(recorded: RecordedRequest): RecordedRequest; close(): void }

type Waiter = { offer(recorded: RecordedRequest): void; giveUp(): void }

/** Matches notifications of a reference, a txid, or both: quick however much was witnessed. */
export const notificationOf = (names: { reference?: string; txid?: string }): Match =>
  Object.assign((recorded: RecordedRequest) => recorded.kind === 'notification' && isNamed(recorded, names), { names })

/** Whether a request carries these names. */
export const isNamed = (
  recorded: RecordedRequest,
  { reference, txid }: { reference?: string; txid?: string },
): boolean =>
  (reference === undefined || recorded.reference === reference) && (txid === undefined || recorded.txid === txid)

/** A witness that has seen nothing yet. */
export const createJournal = (): Recorder => {
  const history = createHistory()
  const waiters = new Set<Waiter>()
  let closed = false

  const find = (match: Match) => history.candidates(match.names).filter(recorded => match(recorded))

  const append = (recorded: RecordedRequest) => {
    history.append(recorded)
    for (const waiter of [...waiters]) waiter.offer(recorded)
    return recorded
  }

  const wait = async (match: Match, options: Waiting) => {
    options.signal?.throwIfAborted()
    const found = find(match)
    if (closed || found.length >= (options.count ?? 1)) return found
    return waitFor(waiters, { match, found }, options)
  }

  const close = () => {
    closed = true
    for (const waiter of [...waiters]) waiter.giveUp()
  }

  return { all: history.all, find, wait, append, close }
}

const waitFor = (
  waiters: Set<Waiter>,
  { match, found }: { match: Match; found: RecordedRequest[] },
  options: Waiting,
) =>
  new Promise<RecordedRequest[]>((resolve, reject) => {
    const settle = (end: () => void) => {
      clearTimeout(timer)
      options.signal?.removeEventListener('abort', abort)
      waiters.delete(waiter)
      end()
    }
    const giveUp = () => settle(() => resolve(found))
    const abort = () => settle(() => reject(options.signal?.reason))
    const offer = (recorded: RecordedRequest) => {
      try {
        if (match(recorded)) found.push(recorded)
      } catch (error) {
        return settle(() => reject(error))
      }
      if (found.length >= (options.count ?? 1)) giveUp()
    }
    const waiter = { offer, giveUp }
    const timer = setTimeout(giveUp, options.timeoutMs)
    options.signal?.addEventListener('abort', abort)
    waiters.add(waiter)
  })
