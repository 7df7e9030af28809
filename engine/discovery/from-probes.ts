import type { CheckContext } from '../../harness/context.ts'
import { codeOf } from '../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../harness/http/response.ts'
import type { SendOptions } from '../../harness/http/target.ts'
import type { Actor, RunContext } from '../../harness/run-context.ts'
import { type CanonicalForm, canonicalize } from '../../protocol/canonical.ts'
import type { JsonObject } from '../../protocol/json.ts'
import { type OperationName, operations } from '../../protocol/operations.ts'
import { callersOf, isPassed } from './authentication-probe.ts'
import {
  type Blur,
  type Candidate,
  candidatesFor,
  type Probe,
  scattered,
  searchRequestForm,
  type Verdict,
} from './request-form-search.ts'
import { safeRequests } from './safe-requests.ts'

/** Requests that a search may cost at most; what people usually choose is found in a fraction of them. */
export const mostProbes = 240

/** What a search found: the form that the target verifies; undefined where no likely form accounts for its answers. */
export type ProbedForm = { found: Candidate | undefined; probes: number; status: number | undefined }

export type ContextOf = (run: RunContext) => CheckContext

/**
 * The canonical request that the target verifies, found out by harmless requests. Undefined where nobody's signature is looked
 * at, or something else is in the way. Heading: Authentication (which bytes make up the canonical request is not shown).
 */
export const formFromProbes = async (
  contextOf: ContextOf,
  run: RunContext,
  possible: readonly CanonicalForm[],
): Promise<ProbedForm | undefined> => {
  const asker = await whoIsHeard(contextOf(run), callersOf(run))
  if (!asker) return undefined
  const probing = prober(contextOf, run, asker)
  const candidates = candidatesFor(possible, asker.body())
  const { found, probes } = await searchRequestForm(candidates, probing.probe, mostProbes)
  return { found, probes, status: probing.refusalStatus() }
}

/** A caller and an operation at which the signature counts. */
type Asker = { actor: Actor; operation: OperationName; body: () => JsonObject }

/** The first caller that is taken; else the first that is refused for its signature. */
const whoIsHeard = async (context: CheckContext, callers: readonly Actor[]): Promise<Asker | undefined> => {
  let refused: Asker | undefined
  for (const actor of callers.slice(0, 2)) {
    for (const { operation, body } of safeRequests(context, actor)) {
      const asker = { actor, operation, body }
      const response = await context.call(operation, body(), { as: actor })
      const verdict = verdictOf(response)
      // Who lets one request wait lets them all wait.
      if (verdict === 'taken' || response.silence?.kind === 'timeout') return verdict === 'taken' ? asker : refused
      if (verdict === 'refused') refused ??= asker
      if (verdict !== 'unclear') break
    }
  }
  return refused
}

const verdictOf = (response: HttpResponse): Verdict => {
  if (codeOf(response) === 'INVALID_SIGNATURE') return 'refused'
  return isPassed(response) ? 'taken' : 'unclear'
}

const prober = (contextOf: ContextOf, run: RunContext, { actor, operation, body }: Asker) => {
  let earlier = 0
  let status: number | undefined
  const ask = async ({ form, canonicalJson }: Candidate, blur: Blur): Promise<HttpResponse> => {
    const context = contextOf({ ...run, profile: { ...run.profile, canonicalRequest: form, canonicalJson } })
    const timestamp = String(context.now() - earlier)
    const sendOptions: SendOptions = {
      as: actor,
      timestamp,
      ...(blur.ownNonce ? {} : { nonce: timestamp }),
      ...(blur.query ? { path: `${operations[operation].path}?probe=1` } : {}),
    }
    return context.call(operation, blur.ownBody ? scattered(body()) : canonicalize(body()), sendOptions)
  }
  const probe: Probe = async (candidate, blur) => {
    let response = await ask(candidate, blur)
    // A nonce that is a timestamp can be used once a second: what is remembered makes the next one older.
    for (; codeOf(response) === 'NONCE_REUSED' && earlier < 60; earlier++) response = await ask(candidate, blur)
    const verdict = verdictOf(response)
    if (verdict === 'refused') status ??= response.status
    if (verdict === 'taken' && !blur.ownNonce) earlier++
    return verdict
  }
  return { probe, refusalStatus: () => status }
}
