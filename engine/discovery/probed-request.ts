import type { CheckContext } from '../../harness/context.ts'
import { codeOf, isSuccess, summary } from '../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../harness/http/response.ts'
import { isSameJson } from '../../harness/outcome.ts'
import type { Actor } from '../../harness/run-context.ts'
import { type Json, memberOf } from '../../protocol/json/json.ts'
import { generatePrivateKey } from '../../protocol/signature/keys.ts'
import { isMissing, isPassed, isRefusalOfLayer } from './authentication-probe.ts'
import { harmlessRequests, type ProbeRequest, validRequests } from './probe-requests.ts'

/** A request and its sender. */
type SentRequest = ProbeRequest & { actor: Actor }

/**
 * A request whose answer depends on its signature. `refusal`: the summary of the answer to a wrong signature; `message`: the text of that
 * answer, undefined if two such answers differ in it.
 */
export type ProbedRequest = SentRequest & { refusal: string; message?: Json | undefined }

/** The result if no answer depends on the signature; `answers`: their summaries. */
export type NothingShown = { answers: readonly string[] }

/** The answers to a request with a wrong signature, and with a signature in the dialect known so far. */
type Answers = { request: SentRequest; isComplete: boolean; wrong: HttpResponse; right: HttpResponse }

/**
 * Finds a request whose answer changes with a wrong signature. A target may check the body or the role of the caller first; its refusal then
 * says nothing about the signature. Tries requests without effect first, then requests with correct content. Undefined if no operation
 * answers, no caller is known, or the target verifies no signature.
 */
export const findProbedRequest = async (context: CheckContext): Promise<ProbedRequest | NothingShown | undefined> => {
  const seen: Answers[] = []
  for (const [isComplete, requests] of [
    [false, harmlessOfAll(context)],
    [true, validRequests(context)],
  ] as const) {
    for (const request of requests) {
      const answers = await compare(context, request, isComplete)
      if (showsSignature(answers)) return { ...request, refusal: summary(answers.wrong) }
      seen.push(answers)
      // If one request times out, so will the rest.
      if (answers.right.silence?.kind === 'timeout') return refusedAmong(seen)
    }
    const refused = refusedAmong(seen)
    if (refused) return refused
  }
  return nothingShownBy(seen)
}

/** Returns each harmless request with its caller. */
const harmlessOfAll = (context: CheckContext): SentRequest[] => {
  const { app, partner, merchant, gateway } = context.run.identities
  const callers = context.run.role === 'merchant' ? [app, gateway] : [app, partner, merchant]
  return callers.flatMap((actor, index) => {
    const request = actor && harmlessRequests(context, actor)[index]
    return request ? [{ ...request, actor }] : []
  })
}

const compare = async (context: CheckContext, request: SentRequest, isComplete: boolean): Promise<Answers> => {
  const { operation, body, actor } = request
  const wrong = await context.call(operation, body(), { as: actor, key: generatePrivateKey() })
  const right = wrong.silence ? wrong : await context.call(operation, body(), { as: actor })
  return { request, isComplete, wrong, right }
}

const showsSignature = ({ wrong, right }: Answers): boolean =>
  isPassed(right) && !wrong.silence && summary(wrong) !== summary(right)

/** Returns the first request that is refused for its signature, which means that the dialect is not the one known so far. */
const refusedAmong = (seen: readonly Answers[]): ProbedRequest | undefined => {
  const refused =
    seen.find(({ wrong }) => codeOf(wrong) === 'INVALID_SIGNATURE') ??
    // Nothing but the signature is wrong with a complete request.
    seen.find(({ isComplete, wrong }) => isComplete && [401, 403].includes(wrong.status) && !isRefusalOfLayer(wrong))
  if (refused === undefined) return undefined
  const { request, wrong, right } = refused
  const message = isSameJson(messageOf(wrong), messageOf(right)) ? messageOf(wrong) : undefined
  return { ...request, refusal: summary(wrong), message }
}

/** Returns the text of an error body for people. Heading: Errors. */
export const messageOf = ({ json }: HttpResponse): Json | undefined => memberOf(memberOf(json, 'error'), 'message')

const nothingShownBy = (seen: readonly Answers[]): NothingShown | undefined => {
  const answered = seen.filter(({ wrong }) => !isMissing(wrong))
  const isExplained = ({ wrong }: Answers) => isRefusalOfLayer(wrong) || isSuccess(wrong)
  if (answered.length === 0 || answered.some(isExplained)) return undefined
  return { answers: [...new Set(answered.map(({ wrong }) => summary(wrong)))] }
}
