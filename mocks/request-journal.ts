import type { RecordedRequest, RequestFilter, RequestJournal, WaitOptions } from '../harness/counterpart.ts'
import { startWorkingTimer } from '../harness/working-time.ts'
import { createLosses, type Losses } from './losses.ts'
import { createRequestHistory } from './request-history.ts'

/** The journal as the counterpart writes it. */
export type WritableJournal = RequestJournal & {
  /** Adds a request. Strangers have their own share; once it is used up, their requests only reach the current waiters. */
  append(request: RecordedRequest, isStranger?: boolean): RecordedRequest
  readonly losses: Losses
  close(): void
}

type Waiter = { offer(request: RecordedRequest): void; giveUp(): void }

/** Returns an empty journal. */
export const createRequestJournal = (): WritableJournal => {
  const losses = createLosses()
  const history = createRequestHistory(undefined, losses)
  const waiters = new Set<Waiter>()
  let closed = false

  const find = (filter: RequestFilter, since = 0) => {
    const { all, count } = history
    const first = Math.max(0, since - (count - all.length))
    return (first > 0 ? all.slice(first) : all).filter(request => filter(request))
  }

  const append = (request: RecordedRequest, isStranger = false) => {
    history.append(request, isStranger)
    for (const waiter of [...waiters]) waiter.offer(request)
    return request
  }

  const wait = async (filter: RequestFilter, options: WaitOptions) => {
    options.signal?.throwIfAborted()
    const found = find(filter, options.since)
    if (closed || found.length >= (options.count ?? 1)) return found
    return waitForMore(waiters, { filter, found }, options)
  }

  const close = () => {
    closed = true
    for (const waiter of [...waiters]) waiter.giveUp()
  }

  return {
    all: history.all,
    get count() {
      return history.count
    },
    find,
    wait,
    lossSince: losses.since,
    losses,
    append,
    close,
  }
}

const waitForMore = (
  waiters: Set<Waiter>,
  { filter, found }: { filter: RequestFilter; found: RecordedRequest[] },
  options: WaitOptions,
) =>
  new Promise<RecordedRequest[]>((resolve, reject) => {
    const finish = (end: () => void) => {
      timer.stop()
      options.signal?.removeEventListener('abort', abort)
      waiters.delete(waiter)
      end()
    }
    const giveUp = () => finish(() => resolve(found))
    const abort = () => finish(() => reject(options.signal?.reason))
    const offer = (request: RecordedRequest) => {
      try {
        if (filter(request)) found.push(request)
      } catch (error) {
        return finish(() => reject(error))
      }
      if (found.length >= (options.count ?? 1)) giveUp()
    }
    const waiter = { offer, giveUp }
    // A process that was suspended reads the requests that have arrived before it gives up.
    const timer = startWorkingTimer(options.timeoutMs, giveUp)
    options.signal?.addEventListener('abort', abort)
    waiters.add(waiter)
  })
