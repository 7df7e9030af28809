import type { ClauseRow, Kept, Matrix } from '../../matrix/index.ts'
import { keptTitles } from '../../matrix/wording.ts'
import { type Verdict, verdicts, verdictWords } from '../../queries.ts'
import { icon } from '../icons.ts'
import { html, type Markup } from '../markup.ts'
import { prose, short } from '../text.ts'
import { numberLink } from './implementations.ts'

/** Renders the must and should clauses with the verdict at each implementation; those with a failure are expanded. */
export const clausesSection = (matrix: Matrix): Markup => {
  const present = verdicts.filter(verdict =>
    matrix.clauses.some(row => row.verdicts.some(each => each.verdict === verdict)),
  )
  return html`<section id="clauses"><h2>Clauses</h2>
<p class="lead">What the protocol requires, and who keeps it. Its open points come further down.</p>
<ul class="legend">${present.map(legendItem)}</ul>
${(['nobody', 'some', 'everybody', 'undecided'] as const).map(kept => group(matrix, kept))}</section>`
}

const legendItem = (verdict: Verdict): Markup => html`<li>${icon(verdict)} ${verdictWords[verdict]}</li>`

const group = (matrix: Matrix, kept: Kept): Markup => {
  const rows = matrix.clauses.filter(row => row.kept === kept)
  const isOpen = kept === 'nobody' || kept === 'some'
  const title = `${keptTitles[kept]}: ${rows.length}`
  if (rows.length === 0) return html`<h3 class="kept">${title}</h3>`
  return html`<details class="kept" ${isOpen ? html`open` : ''}><summary>${title}</summary>${clauseTable(matrix, { rows, title })}</details>`
}

const clauseTable = ({ implementations }: Matrix, { rows, title }: { rows: readonly ClauseRow[]; title: string }) => {
  const numbers = implementations.map(({ number }) => number)
  return html`<div class="scroll" role="region" aria-label="${title}" tabindex="0"><table class="clauses">
<thead><tr><th scope="col">clause</th>${numbers.map(number => html`<th scope="col">${numberLink(number)}</th>`)}</tr></thead>
<tbody>${rows.map(each => clauseRow(each, numbers))}</tbody></table></div>`
}

const clauseRow = ({ clause, level, text, verdicts: found }: ClauseRow, numbers: readonly number[]): Markup => {
  const byNumber = new Map(found.map(({ implementation, verdict }) => [implementation, verdict]))
  return html`<tr><th scope="row"><span class="id">${short(clause, 60)}</span><span class="level">${level}</span>${prose(short(text))}</th>
${numbers.map(number => verdictCell(byNumber.get(number)))}</tr>`
}

const verdictCell = (verdict: Verdict | undefined): Markup =>
  verdict === undefined
    ? html`<td class="cell"><span class="unseen">another role</span></td>`
    : html`<td class="cell ${verdict}">${icon(verdict)}<span class="unseen">${verdictWords[verdict]}</span></td>`
