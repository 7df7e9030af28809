/** The longest part of a text that is kept, in characters. */
const longestText = 8_192

/** Returns a text, shortened to what is kept. */
export const shorten = (text: string): string =>
  text.length <= longestText ? text : `${text.slice(0, longestText)}… (${text.length - longestText} more characters)`

/**
 * One check that a role made. `objection`: why it refused, undefined if it did not. `search` finds the text over which a signature
 * that was refused verifies; it takes a tenth of a second.
 */
export type Check = { name: string; objection?: string; search?: () => string | undefined; found?: string }

/** A request or an answer: headers by name, and its text; `text` is undefined where there is none, or where it is not shown. */
export type Message = { headers: readonly (readonly [name: string, value: string])[]; text: string | undefined }

/**
 * A request that a role answered or sent. `id` is its request id; `during`: the id of the request that was answered meanwhile.
 * `at` in ms since 1970.
 */
export type Exchange = {
  id: string
  direction: 'in' | 'out'
  at: number
  ms: number
  method: string
  address: string
  caller: string | undefined
  during: string | undefined
  /** undefined if no answer came. */
  status: number | undefined
  request: Message
  answer: Message
  checks: readonly Check[]
  /** Why the request was refused, or why there is no answer. */
  refusal: string | undefined
}

const hidden = /cookie|authorization|secret|token|password|api-?key/i

/** Returns headers as they are shown: without the values that give access to something. */
export const shownHeaders = (headers: Readonly<Record<string, unknown>>): Message['headers'] =>
  Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map(each => [name, hidden.test(name) ? '(hidden)' : shorten(String(each))] as const),
  )

/** Returns what a check found out, once it was looked for. */
export const lookInto = (check: Check): string | undefined => {
  const { search } = check
  delete check.search
  if (search === undefined) return check.found
  const found = search()
  if (found !== undefined) check.found = found
  return found
}
