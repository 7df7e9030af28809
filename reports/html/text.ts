import type { Json } from '../../protocol/json/json.ts'
import { visible } from '../visible.ts'
import { html, type Markup, type Value } from './markup.ts'

/** How much text of a target the page shows, in characters; report.json and the evidence file have the rest. */
export const limits = {
  line: 600,
  value: 2_000,
  header: 600,
  headers: 40,
  body: 8_192,
  exchanges: 12,
  evidence: 1_500_000,
}

/** Truncates text that the target may have written, counted after invisible characters are spelled out. */
export const short = (text: string, limit: number = limits.line): string => {
  const shown = visible(text.slice(0, limit))
  return shown.length > limit || text.length > limit ? `${shown.slice(0, limit)} … (${text.length} characters)` : shown
}

/** Renders a JSON value: a string as it is, anything else as JSON on one line. */
export const plain = (value: Json | undefined, limit: number = limits.line): string =>
  short(typeof value === 'string' ? value : onOneLine(value), limit)

// Only line feeds of the layout are replaced: those inside strings are escaped.
const onOneLine = (value: Json | undefined): string => (JSON.stringify(value, null, 1) ?? '').replace(/\n */g, ' ')

/** Renders a JSON value as indented JSON. */
export const indented = (value: Json): string => short(JSON.stringify(value, null, 2) ?? '', limits.value)

/** Renders a row of a description list; nothing without a description. */
export const pair = (term: string, description: Value): Markup | undefined =>
  description === undefined || description === false || description === ''
    ? undefined
    : html`<dt>${term}</dt><dd>${description}</dd>`

/** Counts in words: `3 checks`, `1 check`. */
export const plural = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`

/** Renders a sentence of the register: text in backticks is code. */
export const prose = (text: string): Markup =>
  html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`

/** Capitalizes the first letter, unless the text begins with a name such as `proof.amount`. */
export const sentence = (text: string): string =>
  text.replace(/^\p{Ll}(?=[\p{L}'-]*([\s,;]|:\s|$))/u, letter => letter.toUpperCase())

/** Formats a time as `2026-02-03 14:05:06 UTC`; leaves text that is not a time as it is. */
export const readableTime = (iso: string): string => {
  const time = new Date(iso)
  return Number.isNaN(time.getTime()) ? short(iso, 60) : `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
