import type { Report } from '../../../schemas/messages.ts'
import { byReason, byUntriedPart, type Verdict } from '../../queries.ts'
import { clauseLinks } from '../clause-links.ts'
import { verdictWord } from '../icons.ts'
import { html, type Markup } from '../markup.ts'
import { row, table } from '../table.ts'
import { short } from '../text.ts'

const verdictsWithoutTrial: readonly Verdict[] = ['blocked', 'not-applicable', 'not-selected']

/** Renders every clause and operation that was not tried, with the reason. */
export const notTriedSection = (report: Report): Markup => {
  const groups = verdictsWithoutTrial.flatMap(verdict =>
    byReason(report, verdict).map(group => ({ verdict, ...group })),
  )
  const rows = groups.map(({ verdict, reason, clauses }) =>
    row(verdictWord(verdict), short(reason), clauseLinks(clauses.map(({ id }) => id))),
  )
  const parts = byUntriedPart(report).map(({ reason, clauses }) =>
    row('tried in part', short(reason), clauseLinks(clauses.map(({ id }) => id))),
  )
  const others = (report.notTried ?? []).map(({ what, reason, clauses = [] }) =>
    row(short(what), short(reason), clauseLinks(clauses)),
  )
  const all = [...rows, ...parts, ...others]
  return html`<section id="not-tried"><h2>What was not tried, and why</h2>
${all.length === 0 ? html`<p>Every applicable check ran.</p>` : table(['verdict', 'reason', 'clauses'], all)}</section>`
}
