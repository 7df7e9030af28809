import { codedUnit, type EscapeRange, isEscapeRange, writerOf } from './escape-ranges.ts'

/**
 * The characters that a canonical JSON escapes in its strings beyond those of JSON itself ("Authentication": not specified). `slash`: `/`
 * as `\/`; the others as \uXXXX: `markup` (`<`, `>`, `&`), `punctuation` (`"`, `'`, `+`, backtick), `apostrophe` (`'`), `equals` (`=`),
 * `backspace-and-form-feed` (not as `\b` and `\f`), `delete` (U+007F), `next-line` (U+0085), `line-separators` (U+2028 and U+2029),
 * `non-ascii` (everything beyond U+007F, as UTF-16 code units). `upper-case`: the digits of each \uXXXX are A to F, not a to f. Any other
 * writer is described by ranges of characters. Clause: SIG-08.
 */
export type CanonicalEscape = NamedEscape | EscapeRange

export type NamedEscape =
  | 'slash'
  | 'markup'
  | 'punctuation'
  | 'apostrophe'
  | 'equals'
  | 'backspace-and-form-feed'
  | 'delete'
  | 'next-line'
  | 'line-separators'
  | 'non-ascii'
  | 'upper-case'

/** The characters that the JSON writers of languages and libraries escape, the likeliest first: RFC 8785, then the others by name. */
const writers: readonly (readonly [writer: string, escapes: readonly CanonicalEscape[]])[] = [
  ['RFC 8785', []],
  ['PHP', ['slash', 'non-ascii']],
  ['Python', ['delete', 'non-ascii']],
  ['PHP with JSON_UNESCAPED_SLASHES, Ruby with ascii_only', ['non-ascii']],
  ['PHP with JSON_UNESCAPED_UNICODE', ['slash', 'line-separators']],
  ['PHP with both', ['line-separators']],
  ['a writer that escapes the slash', ['slash']],
  ['Go, Rails', ['markup', 'line-separators']],
  ['Go before 1.22', ['markup', 'backspace-and-form-feed', 'line-separators']],
  ['the same with SetEscapeHTML(false)', ['backspace-and-form-feed', 'line-separators']],
  ['Gson', ['markup', 'apostrophe', 'equals', 'line-separators']],
  ['Jackson', ['upper-case']],
  ['Jackson with ESCAPE_NON_ASCII', ['non-ascii', 'upper-case']],
  ['.NET', ['markup', 'punctuation', 'delete', 'non-ascii', 'upper-case']],
  ['Json.NET', ['next-line', 'line-separators']],
  ['JSON::PP of Perl', ['delete']],
  ['lua-cjson', ['slash', 'delete']],
  ['a writer of ASCII with upper-case digits', ['delete', 'non-ascii', 'upper-case']],
  ['the same with the slash', ['slash', 'delete', 'non-ascii', 'upper-case']],
  ['PHP in upper case', ['slash', 'non-ascii', 'upper-case']],
  ['Python with the slash', ['slash', 'delete', 'non-ascii']],
  ['PHP that is printed into a page', ['slash', 'markup', 'non-ascii']],
]

/** The sets of escapes that can be recognized, the likeliest first. */
export const knownEscapes: readonly (readonly CanonicalEscape[])[] = writers.map(([, escapes]) => escapes)

/** Every name of an escape. */
export const canonicalEscapes: readonly NamedEscape[] = [
  'slash',
  'markup',
  'punctuation',
  'apostrophe',
  'equals',
  'backspace-and-form-feed',
  'delete',
  'next-line',
  'line-separators',
  'non-ascii',
  'upper-case',
]

const unnamed = 'others that have no name'

/** The words for the escaped characters: the names, and one for all ranges. */
export const escapeWords: readonly string[] = [...canonicalEscapes, unnamed]

/** Returns the words for escapes, each once. */
export const escapeWordsOf = (escapes: readonly CanonicalEscape[]): string[] => [
  ...new Set(escapes.map(each => (isEscapeRange(each) ? unnamed : each))),
]

/** Filters some texts to those that name an escape. */
export const escapesIn = (texts: readonly string[]): CanonicalEscape[] =>
  texts.filter(text => isEscapeRange(text) || canonicalEscapes.some(name => name === text)) as CanonicalEscape[]

/** Escapes the strings of a JSON text that escapes only what JSON requires. */
export const withEscapes = (json: string, escapes: readonly CanonicalEscape[]): string => {
  if (escapes.length === 0) return json
  const named = escapeBy(new Set(escapes))
  const ofRanges = writerOf(escapes, escapes.includes('upper-case'))
  if (ofRanges === undefined) return json.replace(strings, text => text.replace(tokens, named))
  const write = (token: string): string => ofRanges(characterOf(token)) ?? token.replace(tokens, named)
  return json.replace(strings, text => `"${text.slice(1, -1).replace(anyToken, write)}"`)
}

const strings = /"(?:[^"\\]|\\.)*"/g

/** An escape, or a UTF-16 code unit that may become one; not the quotation marks around a string. */
const tokens = /\\u[0-9a-f]{4}|\\.|[/<>&'+=`\u007f-\uffff]/g

/** An escape, or any character. */
const anyToken = /\\u[0-9a-f]{4}|\\.|[^\\]/gu

/** Returns the character that an escape stands for, or the character itself. */
const characterOf = (token: string): string => (token.startsWith('\\') ? JSON.parse(`"${token}"`) : token)

const escapeBy = (escapes: ReadonlySet<CanonicalEscape>) => {
  const coded = (unit: string): string => codedUnit(unit, escapes.has('upper-case'))
  return (token: string): string => {
    if (token.startsWith('\\u')) return coded(String.fromCharCode(Number.parseInt(token.slice(2), 16)))
    if (token === '\\"') return escapes.has('punctuation') ? coded('"') : token
    if (token === '\\b' || token === '\\f')
      return escapes.has('backspace-and-form-feed') ? coded(token === '\\b' ? '\b' : '\f') : token
    if (token.startsWith('\\')) return token
    if (token === '/') return escapes.has('slash') ? '\\/' : token
    return groupsOf(token).some(group => escapes.has(group)) ? coded(token) : token
  }
}

const groupsOf = (unit: string): readonly CanonicalEscape[] => {
  if ('<>&'.includes(unit)) return ['markup']
  if (unit === '=') return ['equals']
  if (unit === "'") return ['punctuation', 'apostrophe']
  if (unit < '\u007f') return ['punctuation']
  if (unit === '\u007f') return ['delete']
  if (unit === '\u0085') return ['next-line', 'non-ascii']
  return unit === '\u2028' || unit === '\u2029' ? ['line-separators', 'non-ascii'] : ['non-ascii']
}
