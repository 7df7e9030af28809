import { linkTo } from './icons.ts'
import { html, type Markup } from './markup.ts'
import { short } from './text.ts'

/** Renders links to clauses as a paragraph. */
export const clauseLinks = (ids: readonly string[]): Markup =>
  html`<p class="ids">${ids.map(id => html`${linkTo(id, short(id))} `)}</p>`
