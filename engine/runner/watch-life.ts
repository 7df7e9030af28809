import { startWorkingTimer } from '../../harness/working-time.ts'

/** Watches a thread or process that regularly reports that it is alive. */
export type LifeWatch = {
  /** Records a sign of life. */
  heard(): void
  stop(): void
  /** Returns whether `end` was called. */
  isOver(): boolean
}

/** Calls `end` after `ms` milliseconds of working time without a sign of life: a stopped or hanging process cannot end on its own. */
export const watchLife = (ms: number, end: () => void): LifeWatch => {
  let isOver = false
  const expire = () => {
    isOver = true
    end()
  }
  let timer = startWorkingTimer(ms, expire)
  const stop = () => timer.stop()
  const heard = () => {
    stop()
    timer = startWorkingTimer(ms, expire)
  }
  return { heard, stop, isOver: () => isOver }
}
