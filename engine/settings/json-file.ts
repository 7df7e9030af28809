import { AmbiguousJson, type Json, parseStrict } from '../../protocol/json/json.ts'
import type { Messages } from '../../schemas/messages.ts'
import { violations } from '../../schemas/validate.ts'
import { readText } from './files.ts'
import { UsageError } from './usage-error.ts'

/**
 * Parses the JSON text of a file. Throws UsageError with the line and column of the fault. The message quotes nothing, since the text may
 * contain keys (the messages of JSON.parse do quote).
 */
export const parseJson = (text: string, file: string): Json => {
  try {
    return parseStrict(text)
  } catch (error) {
    if (error instanceof AmbiguousJson) throw new UsageError(`${file}: ${error.message}.`, 'Write it unambiguously.')
    throw new UsageError(
      `${file} is not JSON: ${positionOf(text)}.`,
      'Correct the text there; comments and final commas are not JSON.',
    )
  }
}

const positionOf = (text: string): string => {
  const before = text.slice(0, faultIn(text)).split('\n')
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}

const blank = /[ \t\r\n]*/y
const comma = /,[ \t\r\n]*/y
const colon = /:[ \t\r\n]*/y
const brace = { open: /\{[ \t\r\n]*/y, close: /\}[ \t\r\n]*/y }
const bracket = { open: /\[[ \t\r\n]*/y, close: /\][ \t\r\n]*/y }
const quote = { open: /"/y, close: /"[ \t\r\n]*/y }
/** A piece of a string: a repeated alternation in a pattern uses more stack with each repetition. */
const plainText = /[^"\\\u0000-\u001f]+/y
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const scalar = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])[ \t\r\n]*/y

/** Maximum nesting depth that is followed; each further level would use more stack. */
const deepest = 1_000

/** Returns the offset of the first token that the grammar of JSON does not allow, or that is nested too deeply to check. */
export const faultIn = (text: string): number => {
  let at = 0
  let depth = 0
  const take = (token: RegExp): boolean => {
    token.lastIndex = at
    const taken = token.test(text)
    if (taken) at = token.lastIndex
    return taken
  }
  const items = (close: RegExp, item: () => boolean): boolean => {
    if (take(close)) return true
    do if (!item()) return false
    while (take(comma))
    return take(close)
  }
  const string = (): boolean => {
    const from = at
    if (!take(quote.open)) return false
    while (take(plainText) || take(escaped));
    if (take(quote.close)) return true
    at = from
    return false
  }
  const member = (): boolean => string() && take(colon) && value()
  const within = (close: RegExp, item: () => boolean): boolean => {
    depth += 1
    const isWhole = depth <= deepest && items(close, item)
    depth -= 1
    return isWhole
  }
  const value = (): boolean => {
    if (take(brace.open)) return within(brace.close, member)
    if (take(bracket.open)) return within(bracket.close, value)
    return string() || take(scalar)
  }
  take(blank)
  value()
  return at
}

/** Checks a value against a schema. Throws UsageError that names the first invalid members, never their values. */
export const asDocument = <Name extends keyof Messages>(name: Name, value: unknown, file: string): Messages[Name] => {
  const found = violations(name, value)
  if (found.length === 0) return value as Messages[Name]
  const first = found.slice(0, 3).map(({ path, message }) => `${path === '' ? 'the document' : path} ${message}`)
  const more = found.length > 3 ? `; and ${found.length - 3} more` : ''
  throw new UsageError(`${file}: ${first.join('; ')}${more}`, `schemas/${name}.schema.json describes the format.`)
}

/** Reads a JSON file and checks it against a schema; `what`: its name in a message, such as "the profile". */
export const readDocument = async <Name extends keyof Messages>(name: Name, path: string, what: string) =>
  asDocument(name, parseJson(await readText(path, what), path), path)
