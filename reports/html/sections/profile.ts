import type { Report } from '../../../schemas/messages.ts'
import { html, type Markup } from '../markup.ts'
import { row, table } from '../table.ts'
import { plain, short } from '../text.ts'

/** Renders the profile: how the harness signed and encoded its requests to the target. */
export const profileSection = ({ profile }: Report): Markup => {
  const rows = Object.entries(profile).map(([choice, { value, shownBy }]) =>
    row(short(choice), html`<code>${plain(value)}</code>`, short(shownBy)),
  )
  return html`<section id="profile"><h2>Profile</h2><p class="lead">How the harness signed and encoded its requests to this target.</p>
${rows.length === 0 ? html`<p>The report has no profile.</p>` : table(['choice', 'value', 'evidence'], rows)}</section>`
}
