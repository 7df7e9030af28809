import type { Report } from '../../schemas/messages.ts'
import { count, headline, verdictTitle, verdictTone } from '../queries.ts'
import { mark, sprite } from './icons.ts'
import { pageOf } from './layout.ts'
import { html, type Markup } from './markup.ts'
import { readableTime } from './opening.ts'
import { short } from './text.ts'

/** A report, what it is of, and where its page is, seen from the overview. */
export type Entry = { title: string; page: string; report: Report }

/** The page that links the reports of several targets: one verdict each. */
export const renderOverview = (entries: readonly Entry[]): string =>
  pageOf(
    'Conformance reports',
    html`${sprite}<header><p class="over">Conformance reports</p><h1>${entries.length} reports</h1>
<p class="address">${readableTime(entries[0]?.report.run.started ?? '')}</p></header>
<main>${entries.map(entryView)}</main>`,
  )

const entryView = ({ title, page, report }: Entry): Markup => {
  const tone = verdictTone(report)
  return html`<section class="verdict ${tone}">${mark(tone)}<div><h2>${verdictTitle(report)}</h2>
<p><a href="${page}">${title}</a>: ${short(report.target.name ?? report.target.baseUrl, 120)} at <code>${short(report.target.baseUrl)}</code></p>
<p>${headline(report)} ${besides(report)}</p></div></section>`
}

const besides = (report: Report): string => {
  const warnings = count(report, 'should', 'warn')
  return `${warnings} warning${warnings === 1 ? '' : 's'}, ${count(report, 'open', 'observed')} choices observed.`
}
