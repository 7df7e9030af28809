/**
 * Characters that a canonical JSON writes as \uXXXX: one, as `U+0026`, or all from one to another, as `U+0080-U+10FFFF`, which needs
 * surrogate pairs. Their digits are a to f, and A to F with `:upper` behind. Clause: SIG-08.
 */
export type EscapeRange = `U+${string}`

/** The code points of a range, both included. */
export type CodePoints = { first: number; last: number }

type ParsedRange = CodePoints & { isUpper: boolean }

const pattern = /^U\+([0-9A-F]{4,6})(?:-U\+([0-9A-F]{4,6}))?(:upper)?$/

/** Returns the code points of a range; `undefined` for any other text. */
const parseRange = (text: string): ParsedRange | undefined => {
  const [, first, last = first, upper] = pattern.exec(text) ?? []
  if (first === undefined || last === undefined) return undefined
  return { first: Number.parseInt(first, 16), last: Number.parseInt(last, 16), isUpper: upper !== undefined }
}

/** Returns whether a string names a range. */
export const isEscapeRange = (text: string): text is EscapeRange => parseRange(text) !== undefined

const nameOf = (codePoint: number): EscapeRange => `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`

/** Writes a range. */
export const rangeText = ({ first, last }: CodePoints, isUpper = false): EscapeRange =>
  `${nameOf(first)}${last === first ? '' : `-${nameOf(last)}`}${isUpper ? ':upper' : ''}` as EscapeRange

/** Writes a UTF-16 code unit as \uXXXX. */
export const codedUnit = (unit: string, isUpper: boolean): string => {
  const digits = unit.charCodeAt(0).toString(16).padStart(4, '0')
  return `\\u${isUpper ? digits.toUpperCase() : digits}`
}

/** Returns how the characters of some ranges are written; `undefined` for the others. `isUpper`: for every range. */
export const writerOf = (
  ranges: readonly string[],
  isUpper: boolean,
): ((character: string) => string | undefined) | undefined => {
  const parsed = ranges.map(parseRange).filter(range => range !== undefined)
  if (parsed.length === 0) return undefined
  return character => {
    const codePoint = character.codePointAt(0) ?? 0
    const range = parsed.find(({ first, last }) => first <= codePoint && codePoint <= last)
    return range && character.replace(/[\s\S]/g, unit => codedUnit(unit, isUpper || range.isUpper))
  }
}
