import { StorageFailure } from '../../reference/service/storage.ts'
import { watcher } from './watcher.ts'

/** The end of a turn: `commit` saves everything that was set in it, or throws; `undo` rolls it back. */
type TurnEnd = { commit: () => void; undo: () => void; report: (failure: StorageFailure) => void }

/**
 * Makes one commit of everything that is set in one turn of the event loop: the callers of a turn share the wait for the disk. If it
 * fails, all of it is rolled back, and every waiter's promise rejects.
 */
export const groupCommit = ({ commit, undo, report }: TurnEnd) => {
  let turn: PromiseWithResolvers<void> | undefined
  let failures = 0
  const fail = (ended: PromiseWithResolvers<void>, error: unknown): void => {
    failures++
    undo()
    const failure = new StorageFailure((error as Error).message, { cause: error })
    report(failure)
    ended.reject(failure)
  }
  const endTurn = (): void => {
    const ended = turn
    turn = undefined
    if (ended === undefined) return
    try {
      commit()
      ended.resolve()
    } catch (error) {
      fail(ended, error)
    }
  }
  /** Records that something was set. */
  const changed = (): void => {
    if (turn !== undefined) return
    turn = Promise.withResolvers()
    // There may be no waiter; the failure is reported anyway.
    turn.promise.catch(() => {})
    setImmediate(endTurn)
  }
  const watch = watcher(() => ({ failures, keeping: turn?.promise }))
  return { changed, watch, endTurn }
}
