import { type ErrorCode, errorCatalogue } from '../../errors.ts'
import type { Json } from '../../json.ts'

/** What a measured number counts. */
export type Unit = 'seconds' | 'steps' | 'status'

/**
 * One thing that is observed of an open requirement, and everything that may be said of it: one of the `words`; `list`:
 * several of them; `answers`: also a status, with the code of the error body, as `answerWord` writes it; `unit`: also a whole
 * number; `names`: also the name of a known form of the canonical request. `within`: numbers that are no further apart may be two
 * measurements of one thing.
 */
export type Observable = {
  words: readonly string[]
  list?: true
  answers?: true
  unit?: Unit
  within?: number
  names?: true
}

/** What can be observed of an open requirement. */
export type Vocabulary = {
  /** By name. A value is an object with some of them as its members. */
  observables: Readonly<Record<string, Observable>>
  /** The one that a value means which is no object. */
  bare?: string
  /** The sentence that would settle it in the protocol document. */
  proposal: string
}

/** One of these words. */
export const choice = (...words: readonly string[]): Observable => ({ words })

/** What became of a request: the status and code of its answer, or one of these words. */
export const answer = (...words: readonly string[]): Observable => ({ words, answers: true })

/** Some of these words, or none. */
export const listOf = (...words: readonly string[]): Observable => ({ words, list: true })

/** A whole number, or one of these words. */
export const measured = (unit: Unit, ...words: readonly string[]): Observable => ({ words, unit })

/** Seconds as measured, so many of which may be the load of the measuring, or one of these words. */
export const timed = (within: number, ...words: readonly string[]): Observable => ({ words, unit: 'seconds', within })

/** The same observable under several names. */
export const each = <const Name extends string>(
  names: readonly Name[],
  observable: Observable,
): Record<Name, Observable> => Object.fromEntries(names.map(name => [name, observable])) as Record<Name, Observable>

/** What stands for a code that neither the protocol document nor the reference profile has. */
export const otherCode = 'another code'

const isKnown = (code: unknown): code is ErrorCode => typeof code === 'string' && Object.hasOwn(errorCatalogue, code)

/**
 * An answer as an observation tells it: `400 INVALID_REQUEST`, `404 another code`, `404` without any code, `no answer` for status
 * 0. Nothing that a target wrote is in it.
 */
export const answerWord = (status: number, code: unknown): string => {
  if (status === 0) return 'no answer'
  return code === undefined ? `${status}` : `${status} ${isKnown(code) ? code : otherCode}`
}

const isAnswer = (value: string): boolean => {
  const [status = '', ...code] = value.split(' ')
  const isCode = code.length === 0 || code.join(' ') === otherCode || (code.length === 1 && isKnown(code[0]))
  return value === 'no answer' || (/^[1-9]\d\d$/.test(status) && isCode)
}

/** Names of forms are words of ours, joined. */
const isFormName = (value: string): boolean => /^[A-Za-z0-9 ,;-]{1,200}$/.test(value)

const isMeasured = (value: number, { unit }: Observable): boolean =>
  unit !== undefined && Number.isSafeInteger(value) && value >= 0

const isWord = (value: string, { words, answers, names }: Observable): boolean =>
  words.includes(value) || (answers === true && isAnswer(value)) || (names === true && isFormName(value))

/** Whether a value is one that the observable can have. */
export const canBe = (observable: Observable, value: Json | undefined): boolean => {
  if (observable.list) return Array.isArray(value) && isList(value, observable)
  if (typeof value === 'number') return isMeasured(value, observable)
  return typeof value === 'string' && isWord(value, observable)
}

const isList = (value: readonly Json[], { words }: Observable): boolean =>
  new Set(value).size === value.length && value.every(one => typeof one === 'string' && words.includes(one))
