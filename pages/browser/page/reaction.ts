import { waits } from '../../../harness/patience.ts'
import { isInert } from '../../plain-pages.ts'
import type { Traffic } from '../network/network.ts'

/** Returns whether a page may still do something about what was done at a moment of `performance.now()`. */
export const isReacting = (since: number): boolean => performance.now() - since < waits.pageReaction.ms

/** Answers to a script after each of which it gets time anew to draw something: a page that never stops to ask is not waited for. */
const mostAnswers = 5

/**
 * Returns a function that tells whether a page that could be read is still given time, for what was done at a moment of
 * `performance.now()`, or for what it has got an answer to since.
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

/** Returns whether a script may be at work on what was done at a moment of `performance.now()`: an answer is on its way, or has just come. */
export const isAtWork = ({ document, pending, changedAt }: Traffic, since: number): boolean => {
  if ((document && isInert(document)) || performance.now() - since > waits.page.ms) return false
  return pending > 0 || isReacting(Math.max(since, Math.min(changedAt, since + mostAnswers * waits.pageReaction.ms)))
}
