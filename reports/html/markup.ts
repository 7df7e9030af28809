import { entryOf } from '../../protocol/json/any-json.ts'
import { visible } from '../visible.ts'

/**
 * Markup made by `html`, the only value that a template inserts unchanged. Any other value is text: it is escaped, and its invisible
 * characters are spelled out.
 */
export type Markup = { readonly made: unique symbol }

/** A value of a template: text, a number, markup or a list of them; `undefined` and `false` render nothing. */
export type Value = string | number | Markup | false | undefined | readonly Value[]

const made = new WeakMap<Markup, string>()

/** Fills a template whose text values cannot become markup, neither between tags nor in a quoted attribute. */
export const html = (parts: TemplateStringsArray, ...values: Value[]): Markup =>
  create(parts.reduce((text, part, index) => text + markupOf(values[index - 1]) + part))

/** Returns the text of markup. Throws a TypeError for a value that `html` did not make. */
export const textOf = (markup: Markup): string => {
  const text = made.get(markup)
  if (text === undefined) throw new TypeError('not made by html``')
  return text
}

const create = (text: string): Markup => {
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

const escaped = (text: string): string =>
  visible(text).replace(/[&<>"'`]/g, character => entryOf(entities, character) ?? '')
