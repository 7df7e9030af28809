import type { Report } from '../../schemas/messages.ts'
import type { Exchange, Exchanges } from '../exchange.ts'
import { omittedText } from '../omitted.ts'
import { verdictTitle } from '../queries.ts'
import { type Evidence, evidenceOf } from './evidence.ts'
import { sprite } from './icons.ts'
import { pageParts } from './layout.ts'
import { html, type Markup } from './markup.ts'
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
  [...htmlParts(report, new Map(exchanges.map(exchange => [exchange.id, exchange])))].join('')

/** Like `renderHtml`, in parts that can be written sequentially; reads no more exchanges than have room. */
export const htmlParts = (report: Report, exchanges: Exchanges): Iterable<string> =>
  pageParts(
    `${verdictTitle(report)}: ${short(report.target.name ?? report.target.baseUrl, 120)}`,
    bodyOf(report, evidenceOf(report, exchanges)),
  )

function* bodyOf(report: Report, evidence: Evidence): Generator<Markup> {
  yield html`<a class="skip" href="#clauses">Skip to the clauses</a>${sprite}
${summarySection(report)}
<main>${failuresSection(report)}${blockedSection(report)}${contentsSection(report)}${countsSection(report)}`
  yield* clausesSection(report, evidence)
  yield html`
${observationsSection(report)}${profileSection(report)}${notTriedSection(report)}${preflightSection(report)}${runDetailsSection(report)}</main>
<footer><p>oc-conformance ${short(report.run.harness, 40)}. The same data for programs: report.json${evidenceFile(report)}. ${omittedText(report)}</p></footer>`
}

const evidenceFile = ({ evidence }: Report): string => (evidence ? ` and ${short(evidence.file)}` : '')
