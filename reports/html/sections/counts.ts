import type { Report } from '../../../schemas/messages.ts'
import { levels, type Verdict, verdicts, verdictWords } from '../../queries.ts'
import { icon } from '../icons.ts'
import { html, type Markup } from '../markup.ts'
import { row } from '../table.ts'

/** Renders how many clauses of each level have each verdict, as bars and as a table. */
export const countsSection = (report: Report): Markup => {
  const present = verdicts.filter(verdict => levels.some(level => (report.counts[level][verdict] ?? 0) > 0))
  return html`<section id="counts"><h2>In numbers</h2>
<div class="bars" aria-hidden="true">${levels.map(level => html`<span>${level}</span>${bar(report, level)}`)}</div>
<table class="counts"><caption>Clauses by verdict and level</caption>
<thead><tr><th scope="col">verdict</th>${levels.map(level => html`<th scope="col">${level}</th>`)}</tr></thead>
<tbody>${present.map(verdict => countRow(report, verdict))}</tbody></table></section>`
}

const countRow = (report: Report, verdict: Verdict): Markup =>
  row(
    html`${icon(verdict)} ${verdictWords[verdict]}`,
    ...levels.map(level => numberOf(report.counts[level][verdict] ?? 0, verdict)),
  )

const numberOf = (number: number, verdict: Verdict): Markup =>
  html`<span class="${number === 0 ? 'nil' : `some ${verdict}`}">${number}</span>`

const bar = (report: Report, level: (typeof levels)[number]): Markup => {
  const counts = report.counts[level]
  const total = verdicts.reduce((sum, verdict) => sum + (counts[verdict] ?? 0), 0)
  const before = (index: number) => verdicts.slice(0, index).reduce((sum, verdict) => sum + (counts[verdict] ?? 0), 0)
  const piece = (verdict: Verdict, index: number) =>
    (counts[verdict] ?? 0) > 0 &&
    html`<rect class="${verdict}" x="${before(index)}" width="${counts[verdict] ?? 0}" height="1"/>`
  return html`<svg class="bar" viewBox="0 0 ${Math.max(total, 1)} 1" preserveAspectRatio="none">${verdicts.map(piece)}</svg>`
}
