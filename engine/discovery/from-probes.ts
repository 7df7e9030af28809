import type { CheckContext } from '../../harness/context.ts'
import { address } from '../../harness/http/address.ts'
import type { Fault } from '../../harness/http/faults.ts'
import { codeOf, summary } from '../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../harness/http/response.ts'
import type { SendOptions } from '../../harness/http/signed-call.ts'
import { isSameJson } from '../../harness/outcome.ts'
import { pause } from '../../harness/pause.ts'
import type { RunContext } from '../../harness/run-context.ts'
import { type CanonicalWriting, canonicalize } from '../../protocol/json/canonical.ts'
import { type OperationName, operations } from '../../protocol/operations.ts'
import { inOtherAlphabet, type SignatureEncoding, sameTextIn } from '../../protocol/signature/signature.ts'
import { isPassed } from './authentication-probe.ts'
import type { Candidate, Precision } from './candidates-left.ts'
import { findProbedRequest, messageOf, type ProbedRequest } from './probed-request.ts'
import { candidatesFor } from './request-candidates.ts'
import { type Probe, type ProbeResult, scattered, searchRequestForm } from './request-form-search.ts'

/** Requests that a search may always use; it finds the usual forms with a fraction of them. */
const usualProbes = 240

/** Milliseconds that a search may last at a fast target, regardless of the number of requests: enough for every likely form. */
const longestSearchMs = 30_000

const searchLimit = (): ((probes: number) => boolean) => {
  const began = performance.now()
  return probes => probes < usualProbes || performance.now() - began < longestSearchMs
}

/**
 * The form that the target verifies, undefined if no likely form explains its answers, and the status of its refusals. `unshown`: the
 * answers of a target that do not depend on the signature.
 */
export type ProbedForm = {
  found: Candidate | undefined
  /** Whether the target accepted a request in that form. Otherwise it is the only form that explains the answers. */
  isAccepted: boolean
  /** The same encoding in the other Base64 alphabet, if the target accepted that as well. */
  alsoRead?: SignatureEncoding | undefined
  probes: number
  status: number | undefined
  unshown?: readonly string[]
  /** The operation whose answers reveal whether a signature verified. */
  operation?: OperationName
}

/** Returns the context that sends the requests of a discovery. */
export type ContextOf = (run: RunContext) => CheckContext

/**
 * Finds the canonical request that the target verifies, and the encoding of X-OC-Signature, by safe requests. Undefined if the target
 * verifies no signature, or if something else prevents the search. Heading: Authentication (which bytes make up the canonical request is
 * not specified).
 */
export const formFromProbes = async (
  contextOf: ContextOf,
  run: RunContext,
  { possible, encodings }: { possible: readonly CanonicalWriting[]; encodings: readonly SignatureEncoding[] },
): Promise<ProbedForm | undefined> => {
  const probed = await findProbedRequest(contextOf(run))
  if (!probed) return undefined
  if ('answers' in probed)
    return { found: undefined, isAccepted: false, probes: 0, status: undefined, unshown: probed.answers }
  const { probe, refusalStatus } = createProbe(contextOf, run, probed)
  const { path: base } = address(run, '')
  const candidates = candidatesFor({ possible, sample: probed.body(), base, encodings })
  const { found, isAccepted, probes } = await searchRequestForm(candidates, probe, searchLimit())
  const alsoRead = isAccepted ? await otherReading(found, probe) : undefined
  return { found, isAccepted, alsoRead, probes, status: refusalStatus(), operation: probed.operation }
}

/** Tries the other Base64 alphabet: if a target reads both, the search says nothing about the one that it writes. */
const otherReading = async (found: Candidate | undefined, probe: Probe): Promise<SignatureEncoding | undefined> => {
  const encoding = found && inOtherAlphabet(found.encoding)
  if (!encoding) return undefined
  const result = await probe({ ...found, encoding }, { ownNonce: true, ownBody: true, query: false })
  return result === 'accepted' ? encoding : undefined
}

/** Passes the text of X-OC-Signature on without changing the request. */
const seenBy = (look: (signature: string) => void): Fault => ({
  name: 'searches for the form of requests',
  apply: request => {
    look(request.headers.find(([name]) => name === 'X-OC-Signature')?.[1] ?? '')
    return request
  },
})

const resultOf = (
  response: HttpResponse,
  { refusal, message }: ProbedRequest,
  { ownNonce }: Precision,
): ProbeResult => {
  const isRefused = codeOf(response) === 'INVALID_SIGNATURE' || summary(response) === refusal
  // A target may refuse a nonce for being too short, as a timestamp is, with the same code.
  if (isRefused)
    return ownNonce || message === undefined || isSameJson(messageOf(response), message) ? 'refused' : 'unclear'
  return isPassed(response) ? 'accepted' : 'unclear'
}

/** Maximum number of requests for one answer: as many as the usual target's window has seconds. */
const mostRepetitions = 60

const createProbe = (contextOf: ContextOf, run: RunContext, probed: ProbedRequest) => {
  const { actor, operation, body } = probed
  let secondsBack = 0
  let status: number | undefined
  let signature = ''
  const send = async (candidate: Candidate, precision: Precision): Promise<HttpResponse> => {
    const { form, encoding, writing } = candidate
    const dialect = { ...writing, canonicalRequest: form, headerSignatureEncoding: encoding }
    const context = contextOf({ ...run, profile: { ...run.profile, ...dialect } })
    const timestamp = String(context.requestNow() - secondsBack)
    const sendOptions: SendOptions = {
      as: actor,
      timestamp,
      tamper: seenBy(text => {
        signature = text
      }),
      ...(precision.ownNonce ? {} : { nonce: timestamp }),
      ...(precision.query ? { path: `${operations[operation].path}?probe=1` } : {}),
    }
    return context.call(operation, precision.ownBody ? scattered(body()) : canonicalize(body()), sendOptions)
  }
  const probe: Probe = async (candidate, precision) => {
    const again = (response: HttpResponse) =>
      codeOf(response) === 'NONCE_REUSED' ||
      (resultOf(response, probed, precision) === 'accepted' && sameTextIn(signature, candidate.encoding).length > 0)
    let response = await send(candidate, precision)
    // A nonce that equals the timestamp works once per second: after a repeated one, the next timestamp is a second older, up to the age
    // that the target accepts; then wait for another second.
    for (let sent = 1; sent < mostRepetitions; sent++) {
      if (codeOf(response) === 'TIMESTAMP_EXPIRED' && secondsBack > 0) {
        secondsBack = 0
        await pause(1_000)
      } else if (again(response)) secondsBack++
      else break
      response = await send(candidate, precision)
    }
    const result = resultOf(response, probed, precision)
    if (result === 'refused') status ??= response.status
    if (result === 'accepted' && !precision.ownNonce) secondsBack++
    return result
  }
  return { probe, refusalStatus: () => status }
}
