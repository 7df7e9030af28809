import type { Report } from '../../schemas/messages.ts'
import type { Exchange } from '../exchange.ts'
import { verdictTitle } from '../queries.ts'
import { type Evidence, evidenceOf } from './evidence.ts'
import { sprite } from './icons.ts'
import { pageOf } from './layout.ts'
import { html } from './markup.ts'
import { blockedSection } from './sections/blocked.ts'
import { clausesSection } from './sections/clauses.ts'
import { contentsSection } from './sections/contents.ts'
import { countsSection } from './sections/counts.ts'
import { failuresSection } from './sections/failures.ts'
import { notTriedSection } from './sections/not-tried.ts'
import { observationsSection } from './sections/observations.ts'
import { preflightSection } from './sections/preflight.ts'
import { profileSection } from './sections/profile.ts'
import { runDetailsSection } from './sections/run-details.ts'
import { summarySection } from './sections/summary.ts'
import { short } from './text.ts'

/**
 * Renders a report as one page that needs no script and loads nothing; text of the target stays text. `exchanges`, already redacted,
 * are shown for checks that did not pass.
 */
export const renderHtml = (report: Report, exchanges: readonly Exchange[]): string =>
  page(report, evidenceOf(report, exchanges))

const page = (report: Report, evidence: Evidence): string =>
  pageOf(
    `${verdictTitle(report)}: ${short(report.target.name ?? report.target.baseUrl, 120)}`,
    html`<a class="skip" href="#clauses">Skip to the clauses</a>${sprite}
${summarySection(report)}
<main>${failuresSection(report)}${blockedSection(report)}${contentsSection(report)}${countsSection(report)}${clausesSection(report, evidence)}
${observationsSection(report)}${profileSection(report)}${notTriedSection(report)}${preflightSection(report)}${runDetailsSection(report)}</main>
<footer><p>oc-conformance ${short(report.run.harness, 40)}. The same data for programs: report.json${evidenceFile(report)}.</p></footer>`,
  )

const evidenceFile = ({ evidence }: Report): string => (evidence ? ` and ${short(evidence.file)}` : '')
