import type { Verdict } from './queries.ts'
import { cut, visibleLine } from './visible.ts'

/** Puts text into a colour or a weight; without colour it leaves it as it is. */
export type Paint = {
  verdict: (verdict: Verdict, text: string) => string
  strong: (text: string) => string
  quiet: (text: string) => string
}

const codes: Readonly<Record<Verdict, number>> = {
  fail: 31,
  known: 33,
  blocked: 35,
  warn: 33,
  observed: 36,
  pass: 32,
  'not-applicable': 90,
  'not-selected': 90,
}

const styled = (code: number) => (text: string) => `\u001b[${code}m${text}\u001b[0m`

const unpainted = (text: string) => text

/** The colours of a terminal's own palette, so that light and dark ones both read well. */
export const paint = (color: boolean): Paint =>
  color
    ? { verdict: (verdict, text) => styled(codes[verdict])(text), strong: styled(1), quiet: styled(2) }
    : { verdict: (_, text) => text, strong: unpainted, quiet: unpainted }

/** What a target may have written, fit for a terminal: one line, no escape sequences, cut. */
export const told = (text: string, limit = 400): string => cut(visibleLine(text), limit)

/** The text in lines of at most `width` columns, broken between words where it has any, each line after `indent`. */
export const wrapped = (text: string, width: number, indent = ''): string[] => {
  const room = Math.max(20, width - indent.length)
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').flatMap(long => pieces(long, room))) {
    if (line !== '' && line.length + 1 + word.length > room) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].map(each => indent + each)
}

/** A word that is wider than a line, such as a key, in pieces that are not. */
const pieces = (word: string, room: number): string[] => {
  const characters = [...word]
  const starts = Array.from({ length: Math.max(1, Math.ceil(characters.length / room)) }, (_, index) => index * room)
  return starts.map(start => characters.slice(start, start + room).join(''))
}
