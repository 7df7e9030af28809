import { isLossy } from './lossy-number.ts'

/** Any JSON value, as JSON.parse returns it. */
export type Json = null | boolean | number | string | Json[] | JsonObject

/** An object of JSON. */
export type JsonObject = { [member: string]: Json }

/** How deep arrays and objects may be nested: far beyond any message, far below what a call stack holds. */
export const maximumDepth = 512

/** JSON text that follows the grammar but is ambiguous: two parsers could read two different values from it. */
export class AmbiguousJson extends Error {
  /** RFC 6901 pointer to the place. */
  readonly pointer: string
  constructor(what: string, pointer: string) {
    super(`${what} at ${pointer === '' ? 'the top level' : shortened(pointer)}`)
    this.name = 'AmbiguousJson'
    this.pointer = pointer
  }
}

const shortened = (pointer: string): string => (pointer.length > 100 ? `${pointer.slice(0, 100)}…` : pointer)

/** Checks that a value is a JSON object: neither null nor an array. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns a member of a JSON object; undefined if it is absent, or if the value is not an object. */
export const memberOf = (value: unknown, name: string): Json | undefined =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined

/** How JSON begins. An exception per page would cost more time than parsing all the JSON. */
const beginning = /^[ \t\n\r]*[[{"\d\-tfn]/

/**
 * Returns the JSON value of a string, as JSON.parse reads it; undefined if it is not JSON, or nested deeper than `maximumDepth`: traversing
 * such a value would overflow the stack.
 */
export const jsonIn = (text: string): Json | undefined => {
  if (!beginning.test(text) || isNestedTooDeep(text)) return undefined
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** Returns whether a string begins like JSON, and nests arrays and objects deeper than `maximumDepth`. */
export const isNestedTooDeep = (text: string): boolean => {
  if (text.length <= maximumDepth || !beginning.test(text)) return false
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === quotationMark) at = endOfString(text, at) - 1
    else if (unit === openBracket || unit === openBrace) depth++
    else if (unit === openBracket + 2 || unit === openBrace + 2) depth--
    if (depth > maximumDepth) return true
    if (at < 0) return false
  }
  return false
}

const [quotationMark, openBracket, openBrace] = [0x22, 0x5b, 0x7b]

/**
 * Parses JSON text to a value that can be signed unambiguously (headings "Resources and their fields",
 * "Authentication"). Throws a SyntaxError where JSON.parse does, and AmbiguousJson for a repeated name, a lone surrogate,
 * a number that a double cannot represent (9007199254740993, 1e400), or nesting deeper than `maximumDepth`.
 * Clauses: FMT-06, FMT-07.
 */
export const parseStrict = (text: string): Json => {
  const value: Json = JSON.parse(text)
  new Scan(text).run()
  return value
}

type Frame = { names: Set<string> | undefined; at: string | number }

/** A pass over the tokens of a string that JSON.parse has accepted, so the grammar need not be checked again. */
class Scan {
  readonly #text: string
  readonly #open: Frame[] = []
  #at = 0
  #expectsName = false

  constructor(text: string) {
    this.#text = text
  }

  run(): void {
    while (this.#at < this.#text.length) this.#token(this.#text.charAt(this.#at))
  }

  #token(first: string): void {
    if (first === '"') this.#string()
    else if (first === '-' || (first >= '0' && first <= '9')) this.#number()
    else {
      this.#punctuation(first)
      this.#at++
    }
  }

  #punctuation(mark: string): void {
    if (mark === '{' || mark === '[') this.#enter(mark === '{')
    else if (mark === '}' || mark === ']') this.#open.pop()
    else if (mark === ':') this.#expectsName = false
    else if (mark === ',') this.#next()
  }

  #enter(object: boolean): void {
    if (this.#open.length === maximumDepth) this.#refuse('nested too deeply')
    this.#open.push(object ? { names: new Set(), at: '' } : { names: undefined, at: 0 })
    this.#expectsName = object
  }

  #next(): void {
    const frame = this.#open.at(-1)
    this.#expectsName = frame?.names !== undefined
    if (typeof frame?.at === 'number') frame.at++
  }

  #string(): void {
    const start = this.#at
    this.#at = endOfString(this.#text, start)
    const token = this.#text.slice(start, this.#at)
    const value: string = token.includes('\\') ? JSON.parse(token) : token.slice(1, -1)
    if (this.#expectsName) this.#name(value)
    else if (!value.isWellFormed()) this.#refuse('lone surrogate')
  }

  #name(name: string): void {
    const frame = this.#open.at(-1)
    if (frame?.names === undefined) return
    frame.at = name
    if (!name.isWellFormed()) this.#refuse('lone surrogate in a name')
    if (frame.names.has(name)) this.#refuse('duplicate name')
    frame.names.add(name)
    this.#expectsName = false
  }

  #number(): void {
    const token = numberToken(this.#text, this.#at)
    this.#at += token.length
    if (isLossy(token)) this.#refuse('number that a double cannot represent')
  }

  #refuse(what: string): never {
    throw new AmbiguousJson(what, pointerTo(this.#open))
  }
}

const endOfString = (text: string, start: number): number => {
  let end = text.indexOf('"', start + 1)
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end + 1
}

/** Returns whether an odd number of backslashes precedes a quotation mark. */
const isEscaped = (text: string, at: number): boolean => {
  let first = at
  while (text[first - 1] === '\\') first--
  return (at - first) % 2 === 1
}

const number = /[-+.0-9eE]+/y

const numberToken = (text: string, start: number): string => {
  number.lastIndex = start
  return number.exec(text)?.[0] ?? ''
}

// toWellFormed, because a lone surrogate in a name would make the pointer itself unprintable.
const pointerTo = (open: readonly Frame[]): string =>
  open.map(({ at }) => `/${String(at).toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
