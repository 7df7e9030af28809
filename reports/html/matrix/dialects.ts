import type { DialectRow, Matrix } from '../../matrix/index.ts'
import { dialectTitles } from '../../matrix/wording.ts'
import { html, type Markup } from '../markup.ts'
import { row, table } from '../table.ts'
import { short } from '../text.ts'
import { numberOf } from './implementations.ts'

/** Renders how the implementations sign. */
export const dialectsSection = ({ dialects }: Matrix): Markup => html`<section id="dialects"><h2>Dialects</h2>
<p class="lead">The protocol leaves open how signatures are written and what they cover. Two that chose differently cannot read each other.</p>
${table(['choice', 'who chose what'], dialects.map(dialectRow))}</section>`

const dialectRow = ({ clause, choices, unread }: DialectRow): Markup =>
  row(
    html`${dialectTitles[clause]} <span class="quiet">${clause}</span>`,
    html`<ul>${choices.map(({ value, implementations }) => html`<li><code>${short(value, 200)}</code> ${implementations.map(numbered)}</li>`)}
${unread.length > 0 && html`<li class="quiet">not known ${unread.map(numbered)}</li>`}</ul>`,
  )

const numbered = (number: number): Markup => html`${numberOf(number)} `
