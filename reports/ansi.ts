import { styleText } from 'node:util'
import wrapAnsi from 'wrap-ansi'
import type { Verdict } from './queries.ts'
import { truncate, visibleLine } from './visible.ts'

/** Functions that style text by colour or weight. */
export type Styles = {
  verdict: (verdict: Verdict, text: string) => string
  strong: (text: string) => string
  quiet: (text: string) => string
}

/** The colours of a terminal's own palette, which suit light and dark backgrounds. */
const colors = {
  fail: 'red',
  known: 'yellow',
  blocked: 'magenta',
  warn: 'yellow',
  observed: 'cyan',
  pass: 'green',
  'not-applicable': 'gray',
  'not-selected': 'gray',
} as const satisfies Readonly<Record<Verdict, string>>

// The caller has checked the terminal and NO_COLOR.
const styled = (format: Parameters<typeof styleText>[0]) => (text: string) =>
  styleText(format, text, { validateStream: false })

const unstyled = (text: string) => text

/** Returns functions that style text; without `color` they leave it as it is. */
export const createStyles = (color: boolean): Styles =>
  color
    ? { verdict: (verdict, text) => styled(colors[verdict])(text), strong: styled('bold'), quiet: styled('dim') }
    : { verdict: (_, text) => text, strong: unstyled, quiet: unstyled }

/** How text for a terminal is laid out: its styles, and its width in columns. */
export type TextFormat = { styles: Styles; width: number }

/** Returns the format for a terminal; lines are never narrower than 40 columns or wider than 120. */
export const textFormat = ({ color, width }: { color: boolean; width: number }): TextFormat => ({
  styles: createStyles(color),
  width: Math.min(Math.max(width, 40), 120),
})

/** Makes text that a target may have written safe for a terminal: one line, no escape sequences, truncated. */
export const sanitize = (text: string, limit = 400): string => truncate(visibleLine(text), limit)

/** Wraps text into lines of at most `width` columns, each after `indent`; words that are too long are broken. */
export const wrap = (text: string, width: number, indent = ''): string[] =>
  wrapAnsi(text, Math.max(20, width - indent.length), { hard: true })
    .split('\n')
    .map(line => (line === '' ? '' : indent + line))

/** Wraps text after a marker such as a bullet; further lines start below the text. */
export const wrapItem = (marker: string, text: string, width: number): string[] => {
  const indent = ' '.repeat(marker.length)
  const [first = '', ...rest] = wrap(text, width, indent)
  return [marker + first.slice(indent.length), ...rest]
}
