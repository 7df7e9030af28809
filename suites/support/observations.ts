import type { CheckContext } from '../../harness/context.ts'
import { codeOf, isSuccess, summary } from '../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../harness/http/response.ts'
import { answerWord, otherCode } from '../../protocol/requirements/vocabulary/observable.ts'

/** Describes a response in the words of the vocabulary; the result contains nothing that the target wrote. */
export const answerOf = (response: HttpResponse): string =>
  answerWord(response.silence ? 0 : response.status, codeOf(response))

/** Describes the outcome of a request in the words of the vocabulary: accepted, or the refusal. */
export const outcomeOf = (response: HttpResponse): string => (isSuccess(response) ? 'accepted' : answerOf(response))

/** Describes the refusals among responses, for the note of an observation; undefined if there is none. */
export const refusalNote = (...responses: HttpResponse[]): string | undefined =>
  responses
    .filter(response => !isSuccess(response))
    .map(summary)
    .join(', ') || undefined

type Responses = Readonly<Record<string, HttpResponse | PromiseLike<HttpResponse>>>

/** Observes the outcome of each request; codes outside the vocabulary go into the note. */
export const observeAnswers = async (
  context: CheckContext,
  requests: Responses,
  describe = outcomeOf,
): Promise<void> => {
  const responses = await Promise.all(
    Object.entries(requests).map(async ([name, response]) => [name, await response] as const),
  )
  context.observe(
    Object.fromEntries(responses.map(([name, response]) => [name, describe(response)])),
    otherCodes(responses),
  )
}

const otherCodes = (responses: readonly (readonly [string, HttpResponse])[]): string | undefined => {
  const others = responses.filter(([, response]) => answerOf(response).endsWith(otherCode))
  return others.map(([name, response]) => `${name}: ${summary(response)}`).join(', ') || undefined
}

/** Returns the word that a target wrote if the vocabulary has it, otherwise `other`. */
export const wordOf = (text: unknown, known: readonly string[], other: string): string =>
  known.find(word => word === text) ?? other

/** Returns the vocabulary's word for the status of a transaction at verify. */
export const statusOf = (status: unknown): string =>
  status === undefined ? 'none' : wordOf(status, ['pending', 'completed', 'expired', 'failed'], 'another status')
