import type { Json } from '../../protocol/json.ts'
import { visible } from '../visible.ts'
import { html, type Markup, type Value } from './markup.ts'

/** How much of what a target said the page takes, in characters; report.json and the evidence file have the rest. */
export const limits = {
  line: 600,
  value: 2_000,
  header: 600,
  headers: 40,
  body: 8_192,
  exchanges: 12,
  evidence: 1_500_000,
}

/** A text that the target may have written, cut at `limit` characters of what is shown: spelling out what is hidden makes it longer. */
export const short = (text: string, limit: number = limits.line): string => {
  const shown = visible(text.slice(0, limit))
  return shown.length > limit || text.length > limit ? `${shown.slice(0, limit)} … (${text.length} characters)` : shown
}

/** A JSON value as a reader sees it: a text as it is, anything else as JSON on one line. */
export const plain = (value: Json | undefined, limit: number = limits.line): string =>
  short(typeof value === 'string' ? value : onOneLine(value), limit)

/** `{ "a": 1 }`: the line feeds are the layout's own, those of a text are escaped. */
const onOneLine = (value: Json | undefined): string => (JSON.stringify(value, null, 1) ?? '').replace(/\n */g, ' ')

/** A JSON value in full, indented. */
export const indented = (value: Json): string => short(JSON.stringify(value, null, 2) ?? '', limits.value)

/** A row of a description list; nothing where there is nothing to say. */
export const pair = (term: string, description: Value): Markup | undefined =>
  description === undefined || description === false || description === ''
    ? undefined
    : html`<dt>${term}</dt><dd>${description}</dd>`

/** `3 checks`, `1 check`. */
export const several = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`

/** A sentence of the register: what it puts in backticks is code. */
export const prose = (text: string): Markup =>
  html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`

/** With a capital, as a sentence begins. */
export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
