import type { Report } from '../../../schemas/messages.ts'
import { chaptersOf, tally } from '../chapters.ts'
import { html, type Markup } from '../markup.ts'

const sections: readonly (readonly [id: string, title: string])[] = [
  ['counts', 'In numbers'],
  ['clauses', 'Clauses'],
  ['observed', 'Observed choices'],
  ['profile', 'Profile'],
  ['not-tried', 'What was not tried, and why'],
  ['preflight', 'Preflight'],
  ['run', 'The run'],
]

/** Renders links to the sections and to the chapters of the register. */
export const contentsSection = (
  report: Report,
): Markup => html`<section id="contents"><h2>Contents</h2><nav aria-label="Contents">
<ul class="others">${sections.map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>`)}</ul>
<ol>${chaptersOf(report).map(
  chapter =>
    html`<li><a href="#part-${chapter.name}">${chapter.title}</a> <span class="tally">${tally(chapter)}</span></li>`,
)}</ol></nav></section>`
