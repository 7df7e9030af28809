import type { Report } from '../../schemas/messages.ts'
import type { Exchange } from '../exchange.ts'
import { verdictTitle } from '../queries.ts'
import { chaptersOf, clausesSection, tally } from './clauses.ts'
import {
  countsSection,
  notTriedSection,
  observedSection,
  preflightSection,
  profileSection,
  runSection,
} from './closing.ts'
import { evidenceOf } from './evidence.ts'
import { sprite } from './icons.ts'
import { pageOf } from './layout.ts'
import { html, type Markup } from './markup.ts'
import { brokenSection, openingView, untriedSection } from './opening.ts'
import { short } from './text.ts'

/**
 * The report as one page: it needs no script and asks nothing of a network; whatever a target wrote is text on it. `exchanges`, as
 * redacted, are shown for checks that did not pass.
 */
export const renderHtml = (report: Report, exchanges: readonly Exchange[]): string =>
  page(report, evidenceOf(report, exchanges))

const page = (report: Report, evidence: ReturnType<typeof evidenceOf>): string =>
  pageOf(
    `${verdictTitle(report)}: ${short(report.target.name ?? report.target.baseUrl, 120)}`,
    html`<a class="skip" href="#clauses">Skip to the clauses</a>${sprite}
${openingView(report)}
<main>${brokenSection(report)}${untriedSection(report)}${contents(report)}${countsSection(report)}${clausesSection(report, evidence)}
${observedSection(report)}${profileSection(report)}${notTriedSection(report)}${preflightSection(report)}${runSection(report)}</main>
<footer><p>oc-conformance ${short(report.run.harness, 40)}. The same in full, for programs: report.json${evidenceFile(report)}.</p></footer>`,
  )

const evidenceFile = ({ evidence }: Report): string => (evidence ? ` and ${short(evidence.file)}` : '')

const places: readonly (readonly [id: string, title: string])[] = [
  ['counts', 'In numbers'],
  ['clauses', 'Clauses'],
  ['observed', 'Observed choices'],
  ['profile', 'Profile'],
  ['not-tried', 'What was not tried, and why'],
  ['preflight', 'Preflight'],
  ['run', 'The run'],
]

const contents = (report: Report): Markup => html`<section id="contents"><h2>Contents</h2><nav aria-label="Contents">
<ul class="others">${places.map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>`)}</ul>
<ol>${chaptersOf(report).map(
  chapter =>
    html`<li><a href="#part-${chapter.name}">${chapter.title}</a> <span class="tally">${tally(chapter)}</span></li>`,
)}</ol></nav></section>`
