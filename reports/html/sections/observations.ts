import type { Report } from '../../../schemas/messages.ts'
import { clauseText } from '../../queries.ts'
import { linkTo } from '../icons.ts'
import { html, type Markup } from '../markup.ts'
import { row, table } from '../table.ts'
import { plain, prose, short } from '../text.ts'

/** Renders the choices of the target at the open clauses. */
export const observationsSection = (report: Report): Markup => {
  const rows = report.observations.map(({ clause, value, note }) =>
    row(
      linkTo(clause, short(clause)),
      prose(short(textOfClause(report, clause))),
      html`<code>${plain(value)}</code>${note && html`<br>${short(note)}`}`,
    ),
  )
  return html`<section id="observed"><h2>Observed choices</h2>
<p class="lead">The protocol leaves these open, and every choice conforms. These are the choices of the target.</p>
${rows.length === 0 ? html`<p>No choice was observed.</p>` : table(['clause', 'what the protocol leaves open', 'choice'], rows)}</section>`
}

const textOfClause = (report: Report, id: string): string => {
  const outcome = report.clauses.find(clause => clause.id === id)
  return outcome ? clauseText(outcome) : ''
}
