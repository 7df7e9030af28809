import { isObject, type JsonObject } from '../../protocol/json.ts'
import { type SchemaName, violations } from '../../schemas/validate.ts'
import { type Answer, mediaType } from './answer.ts'
import { blocked, breach, brief, holds } from './outcome.ts'

/** How an answer reads in a report: status and error code, or why there is none. */
export const summary = (answer: Answer): string => {
  if (answer.silence) return `no answer (${answer.silence.message})`
  const code = codeOf(answer)
  return code === undefined ? `${answer.status}` : `${answer.status} ${brief(code, 60)}`
}

/** The code of an error body; undefined where there is none. */
export const codeOf = (answer: Pick<Answer, 'json'>): unknown => {
  const error = isObject(answer.json) ? answer.json.error : undefined
  return isObject(error) ? error.code : undefined
}

/** A 2xx that carries no error: with one it is a refusal under a wrong status, which the rows on status judge. */
export const isSuccess = (answer: Answer): boolean =>
  !answer.silence && answer.status >= 200 && answer.status < 300 && !carriesError(answer)

const carriesError = ({ json }: Answer): boolean => isObject(json) && isObject(json.error)

export const isClientError = (answer: Answer): boolean => !answer.silence && answer.status >= 400 && answer.status < 500

/** An answer that is no success. */
export const isRefusal = (answer: Answer): boolean => !answer.silence && !isSuccess(answer)

/** What a target may have verified in place of what was signed, as a sentence; undefined where nothing is known of it. */
export type Expected = (refusal: Answer) => Promise<string | undefined>

/** A request under way, and what its answer has to be. Nothing is asserted until one of the verbs is called. */
export class Sent implements PromiseLike<Answer> {
  readonly #answer: Promise<Answer>
  readonly #what: string
  readonly #expected: Expected

  /** `expected`: finds out, where a good signature is refused, over what the target would have taken it. */
  constructor(answer: Promise<Answer>, what: string, expected: Expected = async () => undefined) {
    this.#answer = answer
    this.#what = what
    this.#expected = expected
    // A verb reports the failure; without one nobody waits for it, and it must not end the process.
    answer.catch(() => undefined)
  }

  // biome-ignore lint/suspicious/noThenProperty: a Sent is awaited for its answer, as the promise that it wraps would be.
  then: Promise<Answer>['then'] = (fulfilled, rejected) => this.#answer.then(fulfilled, rejected)

  /** Answered 200 with a JSON body that fits the schema. */
  async accepts<T = JsonObject>(schema?: SchemaName): Promise<T> {
    const answer = await this.#answer
    const isAccepted = !answer.silence && answer.status === 200
    if (!isAccepted) breach(await this.#notAccepted(answer), { expected: '200', actual: summary(answer) })
    if (schema) fits(answer, schema, this.#what)
    return objectOf(answer) as T
  }

  /** Processed, which every 2xx says. */
  async processes<T = JsonObject>(): Promise<T> {
    const answer = await this.#answer
    if (!isSuccess(answer)) breach(await this.#notAccepted(answer), { expected: '2xx', actual: summary(answer) })
    return objectOf(answer) as T
  }

  /** The control of a negative check: unless it is accepted (and its answer fits), the check is blocked. */
  async asControl<T = JsonObject>(schema?: SchemaName): Promise<T> {
    const answer = await this.#answer
    if (!isSuccess(answer)) {
      const why = await this.#expected(answer)
      blocked(`the control, ${this.#what}, is not accepted: ${summary(answer)}${why ? `. ${why}` : ''}`)
    }
    const [misfit] = schema ? violations(schema, answer.json) : []
    if (misfit) blocked(`the answer to the control, ${this.#what}, is malformed: ${misfit.path} ${misfit.message}`)
    return objectOf(answer) as T
  }

  /** Refused with exactly this status and error code. */
  async refuses(status: number, code: string): Promise<Answer> {
    const answer = await this.#answer
    const isIt = answer.status === status && codeOf(answer) === code
    holds(isIt, this.#notRefused(answer), { expected: `${status} ${code}`, actual: summary(answer) })
    return answer
  }

  /** Refused, whatever the status, with one of the codes. */
  async refusesWith(...codes: string[]): Promise<Answer> {
    const answer = await this.#answer
    const isIt = isRefusal(answer) && codes.includes(String(codeOf(answer)))
    holds(isIt, this.#notRefused(answer), { expected: codes.join(' or '), actual: summary(answer) })
    return answer
  }

  /** Refused with any 4xx. */
  async refusesWith4xx(): Promise<Answer> {
    const answer = await this.#answer
    holds(isClientError(answer), this.#notRefused(answer), { expected: 'a 4xx', actual: summary(answer) })
    return answer
  }

  /** Refused: an answer, and no success. */
  async isRefused(): Promise<Answer> {
    const answer = await this.#answer
    holds(isRefusal(answer), this.#notRefused(answer), {
      expected: 'a refusal',
      actual: summary(answer),
    })
    return answer
  }

  /** Over what the target would have taken it, where it refused a good signature. */
  async wouldTake(): Promise<string | undefined> {
    return this.#expected(await this.#answer)
  }

  async #notAccepted(answer: Answer): Promise<string> {
    const why = await this.#expected(answer)
    return `${this.#what} is not accepted${why ? `: ${why}` : ''}`
  }

  #notRefused(answer: Answer): string {
    return isSuccess(answer) ? `${this.#what} is accepted` : `${this.#what} is not refused as it has to be`
  }
}

/** The object of an answer; an empty one where the target sent something else, so that a check finds members missing. */
const objectOf = ({ json }: Answer): JsonObject => (isObject(json) ? json : {})

/** A JSON answer that fits the schema; `what` names the request in the report. */
export const fits = (answer: Answer, schema: SchemaName, what: string): void => {
  if (answer.json === undefined) {
    const actual = `${mediaType(answer) || 'no content type'}: ${brief(answer.text ?? 'bytes that are not UTF-8', 200)}`
    breach(`the answer to ${what} is not JSON`, { expected: 'a JSON body', actual })
  }
  fitsSchema(answer.json, schema, `the answer to ${what}`)
}

/** A value that fits the schema. */
export const fitsSchema = (value: unknown, schema: SchemaName, what: string): void => {
  const [misfit] = violations(schema, value)
  if (misfit)
    breach(`${what} does not fit: ${misfit.path || 'the whole'} ${misfit.message}`, {
      expected: `the schema ${schema}`,
      actual: value,
    })
}
