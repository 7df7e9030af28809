import { isObject, type JsonObject } from '../../protocol/json.ts'
import { type SchemaName, violations } from '../../schemas/validate.ts'
import { blocked, brief, expectThat, fail, Unanswered } from '../outcome.ts'
import { type HttpResponse, mediaType } from './response.ts'

/** How an answer reads in a report: status and error code, or why there is none. */
export const summary = (response: HttpResponse): string => {
  if (response.silence) return `no answer (${response.silence.message})`
  const code = codeOf(response)
  return code === undefined ? `${response.status}` : `${response.status} ${brief(code, 60)}`
}

/** The code of an error body; undefined where there is none. */
export const codeOf = (response: Pick<HttpResponse, 'json'>): unknown => {
  const error = isObject(response.json) ? response.json.error : undefined
  return isObject(error) ? error.code : undefined
}

/** A 2xx that carries no error: with one it is a refusal under a wrong status, which the rows on status judge. */
export const isSuccess = (response: HttpResponse): boolean =>
  !response.silence && response.status >= 200 && response.status < 300 && !carriesError(response)

const carriesError = ({ json }: HttpResponse): boolean => isObject(json) && isObject(json.error)

export const isClientError = (response: HttpResponse): boolean =>
  !response.silence && response.status >= 400 && response.status < 500

/** An answer that is no success. */
export const isRefusal = (response: HttpResponse): boolean => !response.silence && !isSuccess(response)

/** What a target may have verified in place of what was signed, as a sentence; undefined where nothing is known of it. */
export type RefusalDiagnosis = (refusal: HttpResponse) => Promise<string | undefined>

/** How a request is sent, and what it is called in a report. */
export type Sending = {
  /** Sends it, signed anew each time. */
  attempt: () => Promise<HttpResponse>
  what: string
  /** Sends a request that the target answers at any time: shows whether a silence is about this request. */
  control?: () => Promise<HttpResponse>
  /** Finds out, where a good signature is refused, over what the target would have taken it. */
  diagnose?: RefusalDiagnosis
}

/** Times that a request without a response is sent again, where it has to be refused: nothing comes of it. */
const secondLooks = 2

/**
 * A request under way, and what its response has to be. Nothing is asserted until one of the verbs is called. A silence is
 * never a response: whatever awaits this gets one, or the check ends unanswered and is tried again.
 */
export class PendingResponse implements PromiseLike<HttpResponse> {
  readonly #first: Promise<HttpResponse>
  readonly #sending: Sending
  readonly #what: string

  constructor(sending: Sending) {
    this.#sending = sending
    this.#what = sending.what
    this.#first = sending.attempt()
    // A verb reports the failure; without one nobody waits for it, and it must not end the process.
    this.#first.catch(() => undefined)
  }

  // biome-ignore lint/suspicious/noThenProperty: it is awaited for its response, as the promise that it wraps would be.
  then: Promise<HttpResponse>['then'] = (fulfilled, rejected) => this.#answered().then(fulfilled, rejected)

  /**
   * The response, or the silence that stays: for requests of which a silence may be the finding. Sent again where nothing
   * came back; silent here while the control is answered.
   */
  async evenSilent(): Promise<HttpResponse> {
    const first = await this.#first
    let last = first
    for (let look = 0; last.silence && look < secondLooks; look++) last = await this.#sending.attempt()
    if (last.silence === undefined) return last
    const control = await this.#sending.control?.()
    if (control?.silence) throw new Unanswered(this.#what, last.silence.message)
    return last
  }

  async #answered(isControl = false): Promise<HttpResponse> {
    const response = await this.#first
    if (response.silence) throw new Unanswered(this.#what, response.silence.message, isControl)
    return response
  }

  async #diagnosis(response: HttpResponse): Promise<string | undefined> {
    return this.#sending.diagnose?.(response)
  }

  /** Answered 200 with a JSON body that fits the schema. */
  async expectAccepted<T = JsonObject>(schema?: SchemaName): Promise<T> {
    const response = await this.#answered()
    if (response.status !== 200) fail(await this.#notAccepted(response), { expected: '200', actual: summary(response) })
    if (schema) expectJsonFits(response, schema, this.#what)
    return objectOf(response) as T
  }

  /** Processed, which every 2xx says. */
  async expectProcessed<T = JsonObject>(): Promise<T> {
    const response = await this.#answered()
    if (!isSuccess(response)) fail(await this.#notAccepted(response), { expected: '2xx', actual: summary(response) })
    return objectOf(response) as T
  }

  /** The control of a negative check: unless it is accepted (and its answer fits), the check is blocked. */
  async asControl<T = JsonObject>(schema?: SchemaName): Promise<T> {
    const response = await this.#answered(true)
    if (!isSuccess(response)) {
      const why = await this.#diagnosis(response)
      blocked(`the control, ${this.#what}, is not accepted: ${summary(response)}${why ? `. ${why}` : ''}`)
    }
    const [misfit] = schema ? violations(schema, response.json) : []
    if (misfit) blocked(`the answer to the control, ${this.#what}, is malformed: ${misfit.path} ${misfit.message}`)
    return objectOf(response) as T
  }

  /** Refused with exactly this status and error code. */
  async expectRefusal(status: number, code: string): Promise<HttpResponse> {
    const response = await this.evenSilent()
    const isIt = response.status === status && codeOf(response) === code
    expectThat(isIt, this.#notRefused(response), { expected: `${status} ${code}`, actual: summary(response) })
    return response
  }

  /** Refused, whatever the status, with one of the codes. */
  async expectRefusalWith(...codes: string[]): Promise<HttpResponse> {
    const response = await this.evenSilent()
    const isIt = isRefusal(response) && codes.includes(String(codeOf(response)))
    expectThat(isIt, this.#notRefused(response), { expected: codes.join(' or '), actual: summary(response) })
    return response
  }

  /** Refused with any 4xx. */
  async expectClientError(): Promise<HttpResponse> {
    const response = await this.evenSilent()
    expectThat(isClientError(response), this.#notRefused(response), { expected: 'a 4xx', actual: summary(response) })
    return response
  }

  /** Refused: an answer, and no success. */
  async expectRefused(): Promise<HttpResponse> {
    const response = await this.evenSilent()
    expectThat(isRefusal(response), this.#notRefused(response), {
      expected: 'a refusal',
      actual: summary(response),
    })
    return response
  }

  /** Over what the target would have taken it, where it refused a good signature. */
  async diagnose(): Promise<string | undefined> {
    return this.#diagnosis(await this.#answered())
  }

  async #notAccepted(response: HttpResponse): Promise<string> {
    const why = await this.#diagnosis(response)
    return `${this.#what} is not accepted${why ? `: ${why}` : ''}`
  }

  #notRefused(response: HttpResponse): string {
    return isSuccess(response) ? `${this.#what} is accepted` : `${this.#what} is not refused as it has to be`
  }
}

/** The object of an answer; an empty one where the target sent something else, so that a check finds members missing. */
const objectOf = ({ json }: HttpResponse): JsonObject => (isObject(json) ? json : {})

/** A JSON answer that fits the schema; `what` names the request in the report. */
export const expectJsonFits = (response: HttpResponse, schema: SchemaName, what: string): void => {
  if (response.json === undefined) {
    const actual = `${mediaType(response) || 'no content type'}: ${brief(response.text ?? 'bytes that are not UTF-8', 200)}`
    fail(`the answer to ${what} is not JSON`, { expected: 'a JSON body', actual })
  }
  expectFits(response.json, schema, `the answer to ${what}`)
}

/** A value that fits the schema. */
export const expectFits = (value: unknown, schema: SchemaName, what: string): void => {
  const [misfit] = violations(schema, value)
  if (misfit)
    fail(`${what} does not fit: ${misfit.path || 'the whole'} ${misfit.message}`, {
      expected: `the schema ${schema}`,
      actual: value,
    })
}
