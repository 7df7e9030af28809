import type { CheckContext } from '../../harness/context.ts'
import { codeOf } from '../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../harness/http/response.ts'
import type { SendOptions } from '../../harness/http/target.ts'
import type { Actor, RunContext } from '../../harness/run-context.ts'
import { type CanonicalForm, canonicalize } from '../../protocol/canonical.ts'
import { operations } from '../../protocol/operations.ts'
import { callersOf, isPassed } from './authentication-probe.ts'
import {
  type Candidate,
  candidatesFor,
  type Precision,
  type Probe,
  type ProbeResult,
  scattered,
  searchRequestForm,
} from './request-form-search.ts'
import { type SafeRequest, safeRequests } from './safe-requests.ts'

/** Requests that a search may cost at most; it finds the usual forms in a fraction of them. */
const mostProbes = 240

/**
 * The form that the target verifies, undefined if no likely form explains its answers; and the status of its refusals.
 */
export type ProbedForm = { found: Candidate | undefined; probes: number; status: number | undefined }

export type ContextOf = (run: RunContext) => CheckContext

/**
 * Finds the canonical request that the target verifies, by safe requests. Undefined if the target looks at no
 * signature, or if something else prevents the search. Heading: Authentication (which bytes make up the canonical
 * request is not shown).
 */
export const formFromProbes = async (
  contextOf: ContextOf,
  run: RunContext,
  possible: readonly CanonicalForm[],
): Promise<ProbedForm | undefined> => {
  const probed = await findProbedRequest(contextOf(run), callersOf(run))
  if (!probed) return undefined
  const { probe, refusalStatus } = createProbe(contextOf, run, probed)
  const { found, probes } = await searchRequestForm(candidatesFor(possible, probed.body()), probe, mostProbes)
  return { found, probes, status: refusalStatus() }
}

/** A safe request, and the actor that sends it. */
type ProbedRequest = SafeRequest & { actor: Actor }

/** Returns the first request that the target accepts; otherwise the first that it refuses for its signature. */
const findProbedRequest = async (
  context: CheckContext,
  callers: readonly Actor[],
): Promise<ProbedRequest | undefined> => {
  let refused: ProbedRequest | undefined
  for (const actor of callers.slice(0, 2)) {
    for (const request of safeRequests(context, actor)) {
      const response = await context.call(request.operation, request.body(), { as: actor })
      const result = resultOf(response)
      if (result === 'accepted') return { ...request, actor }
      // If one request times out, so will the rest.
      if (response.silence?.kind === 'timeout') return refused
      if (result === 'refused') refused ??= { ...request, actor }
      if (result !== 'unclear') break
    }
  }
  return refused
}

const resultOf = (response: HttpResponse): ProbeResult => {
  if (codeOf(response) === 'INVALID_SIGNATURE') return 'refused'
  return isPassed(response) ? 'accepted' : 'unclear'
}

const createProbe = (contextOf: ContextOf, run: RunContext, { actor, operation, body }: ProbedRequest) => {
  let secondsBack = 0
  let status: number | undefined
  const send = async ({ form, canonicalJson }: Candidate, precision: Precision): Promise<HttpResponse> => {
    const context = contextOf({ ...run, profile: { ...run.profile, canonicalRequest: form, canonicalJson } })
    const timestamp = String(context.now() - secondsBack)
    const sendOptions: SendOptions = {
      as: actor,
      timestamp,
      ...(precision.ownNonce ? {} : { nonce: timestamp }),
      ...(precision.query ? { path: `${operations[operation].path}?probe=1` } : {}),
    }
    return context.call(operation, precision.ownBody ? scattered(body()) : canonicalize(body()), sendOptions)
  }
  const probe: Probe = async (candidate, precision) => {
    let response = await send(candidate, precision)
    // A nonce that equals the timestamp works once per second: after a repeated one, the next timestamp is a second older.
    for (; codeOf(response) === 'NONCE_REUSED' && secondsBack < 60; secondsBack++)
      response = await send(candidate, precision)
    const result = resultOf(response)
    if (result === 'refused') status ??= response.status
    if (result === 'accepted' && !precision.ownNonce) secondsBack++
    return result
  }
  return { probe, refusalStatus: () => status }
}
