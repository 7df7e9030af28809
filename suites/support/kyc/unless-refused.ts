import type { CheckContext } from '../../../harness/context.ts'
import { Blocked, Misread, Unanswered } from '../../../harness/outcome.ts'

/** Returns the result, or undefined if the target refuses the action. */
export const unlessRefused = async <T>({ signal }: CheckContext, action: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await action()
  } catch (error) {
    const isRefusal = error instanceof Blocked && !(error instanceof Unanswered || error instanceof Misread)
    if (isRefusal && !signal.aborted) return undefined
    throw error
  }
}
