import type { Report } from '../../schemas/messages.ts'
import { count, headline, verdictTitle, verdictTone } from '../queries.ts'
import { icon, sprite } from './icons.ts'
import { pageOf } from './layout.ts'
import { html, type Markup } from './markup.ts'
import { plural, readableTime, short } from './text.ts'

/** A report with its title and the path of its page, relative to the overview. */
export type Entry = { title: string; page: string; report: Report }

/** Renders the page that links the reports of several targets, with their verdicts, and the page with their matrix. */
export const renderOverview = (entries: readonly Entry[], matrixPage?: string): string =>
  pageOf(
    'Conformance reports',
    html`${sprite}<header><p class="over">Conformance reports</p><h1>${entries.length} reports</h1>
<p class="address">${readableTime(entries[0]?.report.run.started ?? '')}</p></header>
<main>${entries.map(entryView)}${matrixPage !== undefined && html`<p class="beside"><a href="${matrixPage}">Side by side: who can work with whom</a></p>`}</main>`,
  )

const entryView = ({ title, page, report }: Entry): Markup => {
  const tone = verdictTone(report)
  return html`<section class="verdict ${tone}">${icon(tone)}<div><h2>${verdictTitle(report)}</h2>
<p><a href="${page}">${title}</a>: ${short(report.target.name ?? report.target.baseUrl, 120)} at <code>${short(report.target.baseUrl)}</code></p>
<p>${headline(report)} ${openPart(report)}</p></div></section>`
}

const openPart = (report: Report): string =>
  `${plural(count(report, 'should', 'warn'), 'warning')}, ${plural(count(report, 'open', 'observed'), 'observed choice')}.`
