import { Help } from 'commander'
import { visibleLine } from '../reports/visible.ts'

/** Paragraphs wrapped to `columns` characters, each line set in by `indent` blanks. */
export const wrapped = (text: string, columns: number, indent = 0): string =>
  new Help()
    .boxWrap(text, columns - indent)
    .split('\n')
    .map(line => (line === '' ? '' : ' '.repeat(indent) + line))
    .join('\n')

/** One line that a terminal can show, whoever wrote the text. */
export const line = (text: string): string => `${visibleLine(text)}\n`
