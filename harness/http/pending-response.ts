import { textOf } from '../../protocol/json/any-json.ts'
import { isObject, type JsonObject } from '../../protocol/json/json.ts'
import { type MessageOf, type SchemaName, violations } from '../../schemas/validate.ts'
import { blocked, brief, expectThat, fail, Unanswered } from '../outcome.ts'
import { expectJsonFits } from './expect-fits.ts'
import { unlessInFront } from './in-front.ts'
import { hasDocumentedCode, remedyForRefusal } from './refusal-cause.ts'
import type { HttpResponse } from './response.ts'

/** Summarizes a response for a report: status and error code, or why there is none. */
export const summary = (response: HttpResponse): string => {
  if (response.silence) return `no response (${response.silence.message})`
  const code = codeOf(response)
  return code === undefined ? `${response.status}` : `${response.status} ${brief(code, 60)}`
}

/** Returns whether a success response rejects the content. Heading: POST /transfer/webhook. */
const isRejected = (response: HttpResponse): boolean =>
  isSuccess(response) && isObject(response.json) && response.json.status === 'rejected'

/** Summarizes a response that should have been a refusal. */
const summaryOfUnrefused = (response: HttpResponse): string =>
  isRejected(response) ? `${response.status} { status: rejected }` : summary(response)

/** Returns the code of an error body; `undefined` if there is none. */
export const codeOf = (response: Pick<HttpResponse, 'json'>): unknown => {
  const error = isObject(response.json) ? response.json.error : undefined
  return isObject(error) ? error.code : undefined
}

/**
 * Returns whether a response is a 2xx without an error body. With one, it is a refusal with the wrong status, which other clauses judge.
 */
export const isSuccess = (response: HttpResponse): boolean =>
  !response.silence && response.status >= 200 && response.status < 300 && !carriesError(response)

const carriesError = ({ json }: HttpResponse): boolean => isObject(json) && isObject(json.error)

/** Returns whether a response is a 4xx. */
export const isClientError = (response: HttpResponse): boolean =>
  !response.silence && response.status >= 400 && response.status < 500

/** Returns whether the target refuses a request with a 4xx; blocks the check if something in front of it answered. */
export const isRefusedWith4xx = (response: HttpResponse): boolean => isClientError(ofTarget(response))

/**
 * Returns whether the target refuses a request: neither a success nor a 5xx without a code of the document, which is a crash. Blocks the
 * check if something in front of it answered: the target may accept requests that are refused there.
 */
export const isRefusal = (response: HttpResponse): boolean =>
  !ofTarget(response).silence && !isSuccess(response) && (response.status < 500 || hasDocumentedCode(response))

const ofTarget = (response: HttpResponse): HttpResponse =>
  unlessInFront(response, `${response.method ?? 'GET'} ${response.url.slice(0, 200)}`)

/** Returns a sentence that says what the target verifies instead of the signed text; `undefined` if unknown. */
type RefusalDiagnosis = (refusal: HttpResponse) => Promise<string | undefined>

/** A request that can be sent repeatedly, and its name in a report. */
type RepeatableRequest = {
  /** Sends the request, re-signed each time. */
  attempt: () => Promise<HttpResponse>
  what: string
  /** Sends a request that the target always answers, to find out whether a silence is due to this request. */
  control?: () => Promise<HttpResponse>
  /** Waits for work without using the check's time. */
  excuse?: <T>(work: Promise<T>) => Promise<T>
  /** Diagnoses the rejection of a correct signature. */
  diagnose?: RefusalDiagnosis
  /** Gets the response if the check cannot continue unless the request is accepted. */
  isControl?: (response: HttpResponse) => void
  /** Returns the effect that a refused request had anyway. */
  effectOf?: (refusal: HttpResponse) => Promise<string | undefined>
  /** Returns the obstacle if a response refuses the request for an unrelated reason. */
  obstacle?: (response: HttpResponse) => string | undefined
}

/** How often an unanswered request that must be refused is sent again, since it has no effect. */
const secondLooks = 2

/**
 * A request in flight, with assertions on its response. Await it for the response itself; without one it throws `Unanswered`, and the
 * check is retried. The assertions throw a CheckFailure.
 */
export class PendingResponse implements PromiseLike<HttpResponse> {
  readonly #first: Promise<HttpResponse>
  readonly #request: RepeatableRequest
  readonly #what: string

  constructor(request: RepeatableRequest) {
    this.#request = request
    this.#what = request.what
    this.#first = request.attempt()
    // An assertion will report the failure; until then, an unhandled rejection must not end the process.
    this.#first.catch(() => undefined)
  }

  // biome-ignore lint/suspicious/noThenProperty: it is awaited like the promise that it wraps.
  then: Promise<HttpResponse>['then'] = (fulfilled, rejected) => this.#answered().then(fulfilled, rejected)

  /**
   * Returns the response, or the lack of one if it persists, for requests where that may be the finding. Retries if there is no response,
   * without using up the check's time, and throws `Unanswered` if the control gets none either. `release`: called before the control is
   * sent, to end a wait of the target: otherwise a target with one worker could not answer.
   */
  async evenSilent(release = () => {}): Promise<HttpResponse> {
    const { excuse = work => work } = this.#request
    const first = await this.#first
    return first.silence ? excuse(this.#lookAgain(first, release)) : first
  }

  /** Returns the response to a request that only prepares the check: a missing response is not a finding. */
  asPreparation(): Promise<HttpResponse> {
    return this.#answered(true)
  }

  async #lookAgain(first: HttpResponse, release: () => void): Promise<HttpResponse> {
    let last = first
    for (let look = 0; last.silence && look < secondLooks; look++) last = await this.#request.attempt()
    if (last.silence === undefined) return last
    release()
    const control = await this.#request.control?.()
    if (control?.silence) throw new Unanswered(this.#what, last.silence.message)
    return last
  }

  async #answered(isControl = false): Promise<HttpResponse> {
    const response = await this.#first
    if (response.silence) throw new Unanswered(this.#what, response.silence.message, isControl)
    return response
  }

  /** Returns the response; blocks the check if an obstacle caused it. */
  async #unobstructed(): Promise<HttpResponse> {
    const response = await this.#answered()
    const obstacle = this.#request.obstacle?.(response)
    return obstacle === undefined ? response : blocked(obstacle)
  }

  async #diagnosis(response: HttpResponse): Promise<string | undefined> {
    return this.#request.diagnose?.(response)
  }

  /** Expects 200, and a JSON body that fits the schema if one is given. Returns the body. */
  async expectAccepted<Name extends SchemaName | undefined = undefined>(schema?: Name): Promise<MessageOf<Name>> {
    const response = await this.#unobstructed()
    if (response.status !== 200)
      fail(await this.#notAccepted(response), { expected: '200', actual: summary(response), at: response })
    if (schema) expectJsonFits(response, schema, this.#what)
    return objectOf(response) as MessageOf<Name>
  }

  /** Expects any 2xx without an error body. Returns the body. */
  async expectProcessed(): Promise<JsonObject> {
    const response = await this.#unobstructed()
    if (!isSuccess(response))
      fail(await this.#notAccepted(response), { expected: '2xx', actual: summary(response), at: response })
    return objectOf(response)
  }

  /**
   * Uses the request as the control of a negative check: blocks the check unless it is accepted, with a body that fits
   * the schema.
   */
  async asControl<Name extends SchemaName | undefined = undefined>(schema?: Name): Promise<MessageOf<Name>> {
    const response = unlessInFront(await this.#answered(true), this.#what, true)
    this.#request.isControl?.(response)
    if (!isSuccess(response)) {
      const why = (await this.#diagnosis(response)) ?? remedyForRefusal(response)
      blocked(`the control, ${this.#what}, was not accepted: ${summary(response)}${why ? `. ${why}` : ''}`)
    }
    const [misfit] = schema ? violations(schema, response.json) : []
    if (misfit) blocked(`the response to the control, ${this.#what}, is malformed: ${misfit.path} ${misfit.message}`)
    return objectOf(response) as MessageOf<Name>
  }

  /** Expects a refusal with exactly this status and error code. */
  async expectRefusal(status: number, code: string): Promise<HttpResponse> {
    const response = unlessInFront(await this.evenSilent(), this.#what)
    const isIt = response.status === status && codeOf(response) === code
    expectThat(isIt, this.#notRejected(response), {
      expected: `${status} ${code}`,
      actual: summaryOfUnrefused(response),
      at: response,
    })
    return this.#withoutEffect(response)
  }

  /** Expects a refusal with one of the error codes and any status. */
  async expectRefusalWith(...codes: string[]): Promise<HttpResponse> {
    const response = unlessInFront(await this.evenSilent(), this.#what)
    const isIt = isRefusal(response) && codes.includes(textOf(codeOf(response)))
    expectThat(isIt, this.#notRejected(response), {
      expected: codes.join(' or '),
      actual: summaryOfUnrefused(response),
      at: response,
    })
    return this.#withoutEffect(response)
  }

  /** Expects any 4xx. */
  async expectClientError(): Promise<HttpResponse> {
    const response = unlessInFront(await this.evenSilent(), this.#what)
    expectThat(isClientError(response), this.#notRejected(response), {
      expected: 'a 4xx',
      actual: summaryOfUnrefused(response),
      at: response,
    })
    return this.#withoutEffect(response)
  }

  /** Expects any refusal: neither a success nor a crash. `flaw`: what is wrong with the request. */
  async expectRefused(flaw?: string): Promise<HttpResponse> {
    const response = unlessInFront(await this.evenSilent(), this.#what)
    expectThat(isRefusal(response), this.#notRejected(response, flaw), {
      expected: 'a refusal',
      actual: summaryOfUnrefused(response),
      at: response,
    })
    return this.#withoutEffect(response)
  }

  /** Fails the clause if a refused request was carried out anyway. */
  async #withoutEffect(response: HttpResponse): Promise<HttpResponse> {
    const effect = await this.#request.effectOf?.(response)
    expectThat(effect === undefined, `${this.#what} was carried out: the response that refuses it holds ${effect}`, {
      expected: 'a refusal without an effect',
      actual: summary(response),
      at: response,
    })
    return response
  }

  /** Returns a sentence that says what the target verifies, if it rejected a correct signature. */
  async diagnose(): Promise<string | undefined> {
    return this.#diagnosis(await this.#answered())
  }

  async #notAccepted(response: HttpResponse): Promise<string> {
    const why = await this.#diagnosis(response)
    return `${this.#what} was not accepted${why ? `: ${why}` : ''}`
  }

  #notRejected(response: HttpResponse, flaw?: string): string {
    const what = flaw === undefined ? this.#what : `${this.#what} with ${flaw}`
    if (isRejected(response))
      return `${what} was answered as if only its content were wrong, and not refused as required`
    return isSuccess(response) ? `${what} was accepted` : `${what} was not rejected as required`
  }
}

/** Returns the JSON object in a response, or an empty one, so that its members are missing. */
const objectOf = ({ json }: HttpResponse): JsonObject => (isObject(json) ? json : {})
