import { waits } from '../../../harness/patience.ts'
import { isInert } from '../../plain-pages.ts'
import type { Traffic } from '../network/network.ts'

/** Returns whether a page may still react to an action at a given time of `performance.now()`. */
export const isReacting = (since: number): boolean => performance.now() - since < waits.pageReaction.ms

/** After this many responses, a script gets no more time to draw: a page may poll forever. */
const mostAnswers = 5

/**
 * Creates a predicate for whether a readable page gets more time to react to an action at a given time of `performance.now()`, or to a
 * later response.
 */
export const newPatience = (traffic: Traffic): ((since: number) => boolean) => {
  let [answered, answers, answeredAt] = [0, 0, traffic.answeredAt]
  return since => {
    if (answeredAt !== traffic.answeredAt && answers < mostAnswers) {
      answered = performance.now()
      answers += 1
    }
    answeredAt = traffic.answeredAt
    return isReacting(Math.max(since, answered))
  }
}

/** Returns whether a script may still react to an action at a given time of `performance.now()`: a response is pending or recent. */
export const isAtWork = ({ document, pending, changedAt }: Traffic, since: number): boolean => {
  if ((document && isInert(document)) || performance.now() - since > waits.page.ms) return false
  return pending > 0 || isReacting(Math.max(since, Math.min(changedAt, since + mostAnswers * waits.pageReaction.ms)))
}
