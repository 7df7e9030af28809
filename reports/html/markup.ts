import { visible } from '../visible.ts'

/**
 * Markup that `html` made, the only kind of value that it takes over as it is. Everything else is text, whoever wrote it: it is
 * escaped, and what a reader would not see in it is spelled out.
 */
export type Markup = { readonly made: unique symbol }

/** What may stand in a template: text and numbers, markup, lists of them; `undefined` and `false` stand for nothing. */
export type Value = string | number | Markup | false | undefined | readonly Value[]

const made = new WeakMap<Markup, string>()

/** A template whose values cannot become markup, neither between tags nor in a quoted attribute. */
export const html = (parts: TemplateStringsArray, ...values: Value[]): Markup =>
  mark(parts.reduce((text, part, index) => text + markupOf(values[index - 1]) + part))

/** The text of a whole page. A look-alike that `html` did not make is an error, not markup. */
export const textOf = (markup: Markup): string => {
  const text = made.get(markup)
  if (text === undefined) throw new TypeError('not made by html``')
  return text
}

const mark = (text: string): Markup => {
  const markup = Object.freeze({}) as Markup
  made.set(markup, text)
  return markup
}

const markupOf = (value: Value): string => {
  if (value === undefined || value === false) return ''
  if (typeof value === 'string' || typeof value === 'number') return escaped(String(value))
  return isList(value) ? value.map(markupOf).join('') : textOf(value)
}

const isList = (value: Markup | readonly Value[]): value is readonly Value[] => Array.isArray(value)

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
}

const escaped = (text: string): string => visible(text).replace(/[&<>"'`]/g, character => entities[character] ?? '')
