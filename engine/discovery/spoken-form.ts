import { type CanonicalForm, canonicalize } from '../../protocol/canonical.ts'
import type { JsonObject } from '../../protocol/json.ts'
import { type OperationName, operations } from '../../protocol/operations.ts'
import type { Answer } from '../../suites/harness/answer.ts'
import { codeOf } from '../../suites/harness/sent.ts'
import type { Actor, Session } from '../../suites/harness/session.ts'
import type { Stage } from '../../suites/harness/stage.ts'
import type { Sending } from '../../suites/harness/target.ts'
import { harmlessRequests } from './harmless.ts'
import { callersOf, isPassed } from './reception.ts'
import {
  type Blur,
  type Candidate,
  candidatesFor,
  type Probe,
  scattered,
  searchRequestForm,
  type Verdict,
} from './request-form-search.ts'

/** Requests that a search may cost at most; what people usually choose is found in a fraction of them. */
export const mostProbes = 240

/** What a search found: the form that the target verifies; undefined where no likely form accounts for its answers. */
export type Spoken = { found: Candidate | undefined; probes: number; status: number | undefined }

export type StageOf = (session: Session) => Stage

/**
 * The canonical request that the target verifies, found out by harmless requests. Undefined where nobody's signature is looked
 * at, or something else is in the way. Heading: Authentication (which bytes make up the canonical request is not shown).
 */
export const spokenForm = async (
  stageOf: StageOf,
  session: Session,
  possible: readonly CanonicalForm[],
): Promise<Spoken | undefined> => {
  const asker = await whoIsHeard(stageOf(session), callersOf(session))
  if (!asker) return undefined
  const probing = prober(stageOf, session, asker)
  const candidates = candidatesFor(possible, asker.body())
  const { found, probes } = await searchRequestForm(candidates, probing.probe, mostProbes)
  return { found, probes, status: probing.refusalStatus() }
}

/** A caller and an operation at which the signature counts. */
type Asker = { actor: Actor; operation: OperationName; body: () => JsonObject }

/** The first caller that is taken; else the first that is refused for its signature. */
const whoIsHeard = async (stage: Stage, callers: readonly Actor[]): Promise<Asker | undefined> => {
  let refused: Asker | undefined
  for (const actor of callers.slice(0, 2)) {
    for (const { operation, body } of harmlessRequests(stage, actor)) {
      const asker = { actor, operation, body }
      const answer = await stage.call(operation, body(), { as: actor })
      const verdict = verdictOf(answer)
      // Who lets one request wait lets them all wait.
      if (verdict === 'taken' || answer.silence?.kind === 'timeout') return verdict === 'taken' ? asker : refused
      if (verdict === 'refused') refused ??= asker
      if (verdict !== 'unclear') break
    }
  }
  return refused
}

const verdictOf = (answer: Answer): Verdict => {
  if (codeOf(answer) === 'INVALID_SIGNATURE') return 'refused'
  return isPassed(answer) ? 'taken' : 'unclear'
}

const prober = (stageOf: StageOf, session: Session, { actor, operation, body }: Asker) => {
  let earlier = 0
  let status: number | undefined
  const ask = async ({ form, canonicalJson }: Candidate, blur: Blur): Promise<Answer> => {
    const stage = stageOf({ ...session, profile: { ...session.profile, canonicalRequest: form, canonicalJson } })
    const timestamp = String(stage.now() - earlier)
    const sending: Sending = {
      as: actor,
      timestamp,
      ...(blur.ownNonce ? {} : { nonce: timestamp }),
      ...(blur.query ? { path: `${operations[operation].path}?probe=1` } : {}),
    }
    return stage.call(operation, blur.ownBody ? scattered(body()) : canonicalize(body()), sending)
  }
  const probe: Probe = async (candidate, blur) => {
    let answer = await ask(candidate, blur)
    // A nonce that is a timestamp can be used once a second: what is remembered makes the next one older.
    for (; codeOf(answer) === 'NONCE_REUSED' && earlier < 60; earlier++) answer = await ask(candidate, blur)
    const verdict = verdictOf(answer)
    if (verdict === 'refused') status ??= answer.status
    if (verdict === 'taken' && !blur.ownNonce) earlier++
    return verdict
  }
  return { probe, refusalStatus: () => status }
}
