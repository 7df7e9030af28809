import type { Report } from '../../../schemas/messages.ts'
import { icon } from '../icons.ts'
import { html, type Markup } from '../markup.ts'
import { row, table } from '../table.ts'
import { short } from '../text.ts'

const icons = { error: 'fail', warning: 'warn', info: 'observed' } as const

/** Renders the findings of the preflight. */
export const preflightSection = ({ preflight = [] }: Report): Markup => {
  const rows = preflight.map(({ name, ok, severity, message, remedy }) =>
    row(
      html`${icon(ok ? 'pass' : icons[severity])} ${short(name)}`,
      ok ? 'ok' : severity,
      html`${short(message)}${remedy !== undefined && html`<br><b>Remedy:</b> ${short(remedy)}`}`,
    ),
  )
  return html`<section id="preflight"><h2>Preflight</h2><p class="lead">Whether both sides reach each other, know each other and agree on the time.</p>
${rows.length === 0 ? html`<p>The report has no findings.</p>` : table(['name', 'state', 'finding'], rows)}</section>`
}
