import type { CheckContext } from '../../harness/context.ts'
import { codeOf, isSuccess, summary } from '../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../harness/http/response.ts'
import { isSameJson } from '../../harness/outcome.ts'
import type { Actor } from '../../harness/run-context.ts'
import { type Json, memberOf } from '../../protocol/json/json.ts'
import { generatePrivateKey } from '../../protocol/signature/keys.ts'
import { isMissing, isPassed, isRefusalOfLayer } from './authentication-probe.ts'
import { harmlessRequests, type ProbeRequest, validRequests } from './probe-requests.ts'

/** A request, and the actor that sends it. */
type SentRequest = ProbeRequest & { actor: Actor }

/**
 * A request whose answer shows whether its signature verified. `refusal`: the summary of the answer to a wrong signature; `message`: its
 * text for two of them, undefined if these differ.
 */
export type ProbedRequest = SentRequest & { refusal: string; message?: Json | undefined }

/** No request shows it: the summaries of the answers, which a wrong signature did not change. */
export type NothingShown = { answers: readonly string[] }

/** The answers to a request with a wrong signature, and with one in the dialect that is known so far. */
type Answers = { request: SentRequest; isComplete: boolean; wrong: HttpResponse; right: HttpResponse }

/**
 * Finds a request whose answer changes with a wrong signature: a target may check the body or the role of the caller first, and its refusal
 * then shows nothing about the signature. Requests that change nothing come first; if they show nothing, a request with correct content
 * follows. Undefined if no operation answers, no caller is known, or the target verifies no signature.
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

/** Each harmless request, by the caller that it is for. */
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

/** Returns the first request that is refused for its signature: the dialect is not the one that is known so far. */
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
