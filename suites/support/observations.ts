import type { CheckContext } from '../../harness/context.ts'
import { codeOf, isSuccess, summary } from '../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../harness/http/response.ts'
import { answerWord, otherCode } from '../../protocol/requirements/vocabulary/words.ts'

/** What an answer is, in the words of the vocabulary: nothing that the target wrote is in it. */
export const answerOf = (response: HttpResponse): string =>
  answerWord(response.silence ? 0 : response.status, codeOf(response))

/** What became of a request. */
export const outcomeOf = (response: HttpResponse): string => (isSuccess(response) ? 'accepted' : answerOf(response))

type Tried = Readonly<Record<string, HttpResponse | PromiseLike<HttpResponse>>>

/** Observes what became of each request; codes that the vocabulary does not have are in the note. */
export const observeAnswers = async (context: CheckContext, tried: Tried, say = outcomeOf): Promise<void> => {
  const found = await Promise.all(
    Object.entries(tried).map(async ([name, response]) => [name, await response] as const),
  )
  context.observe(Object.fromEntries(found.map(([name, response]) => [name, say(response)])), otherCodes(found))
}

const otherCodes = (found: readonly (readonly [string, HttpResponse])[]): string | undefined => {
  const others = found.filter(([, response]) => answerOf(response).endsWith(otherCode))
  return others.map(([name, response]) => `${name}: ${summary(response)}`).join(', ') || undefined
}

/** The one of some known words that a target wrote, or what stands for all others. */
export const wordOf = (text: unknown, known: readonly string[], other: string): string =>
  known.find(word => word === text) ?? other

/** The status of a transaction as verify shows it. */
export const statusOf = (status: unknown): string =>
  status === undefined ? 'none' : wordOf(status, ['pending', 'completed', 'expired', 'failed'], 'another status')
