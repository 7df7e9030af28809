import { type ErrorCode, errorCatalogue } from '../../errors.ts'
import type { Json } from '../../json/json.ts'

/** The unit of a measured number. */
export type Unit = 'seconds' | 'steps' | 'status' | 'findings'

/**
 * Something that is observed of an open requirement, and the values that it can have: one of the `words`; `list`: several
 * of them; `answers`: also a status with the code of the error body, as `answerWord` writes it; `unit`: also a whole
 * number; `names`: also the name of a known form of the canonical request. `within`: numbers that differ by no more than
 * this may be measurements of the same value.
 */
export type Observable = {
  words: readonly string[]
  list?: true
  answers?: true
  unit?: Unit
  within?: number
  names?: true
}

/** The values that observations of an open requirement can have. */
export type Vocabulary = {
  /** By name; the value of an observation is an object with some of these members. */
  observables: Readonly<Record<string, Observable>>
  /** The observable that stands for a value that is not an object. */
  bare?: string
  /** A sentence for the protocol document that would settle the question. */
  proposal: string
}

/** Returns an observable with one of these words. */
export const choice = (...words: readonly string[]): Observable => ({ words })

/** Returns an observable for the response to a request: its status and code, or one of these words. */
export const answer = (...words: readonly string[]): Observable => ({ words, answers: true })

/** Returns an observable with any number of these words. */
export const listOf = (...words: readonly string[]): Observable => ({ words, list: true })

/** Returns an observable with a whole number, or one of these words. */
export const measured = (unit: Unit, ...words: readonly string[]): Observable => ({ words, unit })

/** Returns an observable with measured seconds, which may be off by `within`, or one of these words. */
export const timed = (within: number, ...words: readonly string[]): Observable => ({ words, unit: 'seconds', within })

/** Returns the same observable under several names. */
export const each = <const Name extends string>(
  names: readonly Name[],
  observable: Observable,
): Record<Name, Observable> => Object.fromEntries(names.map(name => [name, observable])) as Record<Name, Observable>

/** Stands for a code that is neither in the protocol document nor in the reference profile. */
export const otherCode = 'another code'

const isKnown = (code: unknown): code is ErrorCode => typeof code === 'string' && Object.hasOwn(errorCatalogue, code)

/**
 * Returns the word for a response: `400 INVALID_REQUEST`, `404 another code`, `404` without any code, `no answer` for
 * status 0. Contains no text of the target.
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

/** Checks that a text can be the name of a form, which consists of words of the harness. */
const isFormName = (value: string): boolean => /^[A-Za-z0-9 ,;-]{1,200}$/.test(value)

const isMeasured = (value: number, { unit }: Observable): boolean =>
  unit !== undefined && Number.isSafeInteger(value) && value >= 0

const isWord = (value: string, { words, answers, names }: Observable): boolean =>
  words.includes(value) || (answers === true && isAnswer(value)) || (names === true && isFormName(value))

/** Checks whether an observable can have a value. */
export const isPossible = (observable: Observable, value: Json | undefined): boolean => {
  if (observable.list) return Array.isArray(value) && isList(value, observable)
  if (typeof value === 'number') return isMeasured(value, observable)
  return typeof value === 'string' && isWord(value, observable)
}

const isList = (value: readonly Json[], { words }: Observable): boolean =>
  new Set(value).size === value.length && value.every(word => typeof word === 'string' && words.includes(word))
