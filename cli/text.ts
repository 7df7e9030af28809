import { wrap } from '../reports/ansi.ts'
import { visibleLine } from '../reports/visible.ts'

/** Wraps paragraphs to `columns`; each line starts with `indent` spaces. */
export const wrapped = (text: string, columns: number, indent = 0): string =>
  wrap(text, columns, ' '.repeat(indent)).join('\n')

/** Returns text as one line that is safe for a terminal. */
export const line = (text: string): string => `${visibleLine(text)}\n`

const started =
  /\boc-conformance(?= (?:init|preflight|discover|run|replay|report|clauses|explain|serve|sign|--help)\b)/g

/** Rewrites the commands of this program in a string to match how it was started. */
export const asStarted = (text: string, command: string | undefined): string =>
  command === undefined ? text : text.replace(started, () => command)
