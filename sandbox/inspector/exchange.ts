/** The longest part of a string that is kept, in characters. */
const longestText = 8_192

/** Returns a string, shortened to the limit. */
export const shorten = (text: string): string =>
  text.length <= longestText ? text : `${text.slice(0, longestText)}… (${text.length - longestText} more characters)`

/**
 * One check that a role made. `objection`: why it refused, undefined if it did not. `search` finds the text that a refused
 * signature fits; it costs a tenth of a second.
 */
export type Check = { name: string; objection?: string; search?: () => string | undefined; found?: string }

/** A request or an answer: headers by name, and its text; `text` is undefined if it is absent or hidden. */
export type Message = { headers: readonly (readonly [name: string, value: string])[]; text: string | undefined }

/**
 * A request that a role answered or sent. `id` is its request id; `during`: the id of the request that was being answered.
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
  /** undefined without an answer. */
  status: number | undefined
  request: Message
  answer: Message
  checks: readonly Check[]
  /** Why the request was refused or not answered. */
  refusal: string | undefined
}

const hidden = /cookie|authorization|secret|token|password|api-?key/i

/** Returns headers for display, without values that grant access. */
export const shownHeaders = (headers: Readonly<Record<string, unknown>>): Message['headers'] =>
  Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map(each => [name, hidden.test(name) ? '(hidden)' : shorten(String(each))] as const),
  )

/** Returns the finding of a check, once its search has run. */
export const findingOf = (check: Check): string | undefined => {
  const { search } = check
  delete check.search
  if (search === undefined) return check.found
  const found = search()
  if (found !== undefined) check.found = found
  return found
}
