import { html, type Markup, type Value } from './markup.ts'

/** Renders a table whose rows become blocks on a narrow screen. */
export const table = (heads: readonly string[], rows: readonly Markup[]): Markup => html`
<table class="stacking"><thead><tr>${heads.map(head => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table>`

/** Renders a row of a table; its first cell is a heading. */
export const row = (head: Value, ...cells: Value[]): Markup =>
  html`<tr><th scope="row">${head}</th>${cells.map(cell => html`<td>${cell}</td>`)}</tr>`
