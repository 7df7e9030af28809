import { answerWord, otherCode } from '../protocol/requirements/vocabulary/words.ts'
import type { Answer } from './harness/answer.ts'
import { codeOf, isSuccess, summary } from './harness/sent.ts'
import type { Stage } from './harness/stage.ts'

/** What an answer is, in the words of the vocabulary: nothing that the target wrote is in it. */
export const answerOf = (answer: Answer): string => answerWord(answer.silence ? 0 : answer.status, codeOf(answer))

/** What became of a request. */
export const outcomeOf = (answer: Answer): string => (isSuccess(answer) ? 'accepted' : answerOf(answer))

type Tried = Readonly<Record<string, Answer | PromiseLike<Answer>>>

/** Observes what became of each request; codes that the vocabulary does not have are in the note. */
export const observeAnswers = async (stage: Stage, tried: Tried, say = outcomeOf): Promise<void> => {
  const found = await Promise.all(Object.entries(tried).map(async ([name, answer]) => [name, await answer] as const))
  stage.observe(Object.fromEntries(found.map(([name, answer]) => [name, say(answer)])), otherCodes(found))
}

const otherCodes = (found: readonly (readonly [string, Answer])[]): string | undefined => {
  const others = found.filter(([, answer]) => answerOf(answer).endsWith(otherCode))
  return others.map(([name, answer]) => `${name}: ${summary(answer)}`).join(', ') || undefined
}

/** The one of some known words that a target wrote, or what stands for all others. */
export const wordOf = (text: unknown, known: readonly string[], other: string): string =>
  known.find(word => word === text) ?? other

/** The status of a transaction as verify shows it. */
export const statusOf = (status: unknown): string =>
  status === undefined ? 'none' : wordOf(status, ['pending', 'completed', 'expired', 'failed'], 'another status')
