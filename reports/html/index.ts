import { createHash } from 'node:crypto'
import type { Report } from '../../schemas/messages.ts'
import type { Exchange } from '../exchange.ts'
import { verdictTitle } from '../reading.ts'
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
import { sprite } from './marks.ts'
import { html, type Markup, textOf } from './markup.ts'
import { brokenSection, openingView, untriedSection } from './opening.ts'
import { styleSheet } from './style.ts'
import { short } from './text.ts'

/**
 * The report as one page: it needs no script and asks nothing of a network; whatever a target wrote is text on it. `exchanges`, as
 * redacted, are shown for checks that did not pass.
 */
export const renderHtml = (report: Report, exchanges: readonly Exchange[]): string =>
  textOf(page(report, evidenceOf(report, exchanges)))

const styleHash = createHash('sha256').update(textOf(styleSheet)).digest('base64')

/** Nothing may be loaded, run or sent; the one style sheet is known by its hash. */
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`

const page = (report: Report, evidence: ReturnType<typeof evidenceOf>): Markup => html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${verdictTitle(report)}: ${short(report.target.name ?? report.target.baseUrl, 120)}</title>
<style>${styleSheet}</style></head>
<body><a class="skip" href="#clauses">Skip to the clauses</a>${sprite}
${openingView(report)}
<main>${brokenSection(report)}${untriedSection(report)}${contents(report)}${countsSection(report)}${clausesSection(report, evidence)}
${observedSection(report)}${profileSection(report)}${notTriedSection(report)}${preflightSection(report)}${runSection(report)}</main>
<footer><p>oc-conformance ${short(report.run.harness, 40)}. The same in full, for programs: report.json${evidenceFile(report)}.</p></footer></body></html>
`

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
