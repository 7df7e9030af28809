import type { CheckContext } from '../../../harness/context.ts'
import { Blocked, Misread, Unanswered } from '../../../harness/outcome.ts'

/** Tells a refusal of the target from another obstacle. */
type IsRefusal = (obstacle: Blocked) => boolean

const isAnswered: IsRefusal = obstacle => !(obstacle instanceof Unanswered)

/** Matches refusals of pages that were surely read as they were meant. */
export const isReadRefusal: IsRefusal = obstacle => isAnswered(obstacle) && !(obstacle instanceof Misread)

/** Returns the result, or undefined if the target refuses the action. */
export const unlessRefused = async <T>(
  { signal }: CheckContext,
  action: () => Promise<T>,
  isRefusal: IsRefusal = isAnswered,
): Promise<T | undefined> => {
  try {
    return await action()
  } catch (error) {
    if (error instanceof Blocked && isRefusal(error) && !signal.aborted) return undefined
    throw error
  }
}
