import type { Matrix, Pair, Reason } from '../../matrix/index.ts'
import { roleWords, togetherTones, togetherWords } from '../../matrix/wording.ts'
import { icon } from '../icons.ts'
import { html, type Markup } from '../markup.ts'
import { short } from '../text.ts'
import { nameOf } from './implementations.ts'

/** Renders for each gateway, and each merchant and KYC provider, whether they can work together, with the reason if not. */
export const pairsSection = (matrix: Matrix): Markup => html`<section id="pairs"><h2>Who can work with whom</h2>
${matrix.pairs.length === 0 ? html`<p>There is no gateway here, or no partner for it.</p>` : ''}
${grid(matrix, 'merchant')}${grid(matrix, 'kyc')}</section>`

/** Renders the gateways as rows and those of another role as columns; a narrow screen shows one below the other. */
const grid = (matrix: Matrix, role: Pair['role']): Markup | undefined => {
  const pairs = matrix.pairs.filter(pair => pair.role === role)
  const partners = [...new Set(pairs.map(({ partner }) => partner))]
  if (pairs.length === 0) return undefined
  const rows = [...Map.groupBy(pairs, ({ gateway }) => gateway)]
  const label = `Gateways and ${roleWords[role]}s`
  return html`<h3>${label}</h3><div class="scroll" role="region" aria-label="${label}" tabindex="0">
<table class="grid"><thead><tr><th scope="col">gateway</th>${partners.map(one => html`<th scope="col">${nameOf(matrix, one)}</th>`)}</tr></thead>
<tbody>${rows.map(([gateway, cells]) => html`<tr><th scope="row">${nameOf(matrix, gateway)}</th>${cells.map(cell(matrix))}</tr>`)}</tbody></table></div>`
}

const cell =
  (matrix: Matrix) =>
  ({ partner, together, reasons }: Pair): Markup => {
    const tone = togetherTones[together]
    return html`<td class="${tone}"><p class="label">with ${nameOf(matrix, partner)}</p>
<p>${icon(tone)} <span class="word">${togetherWords[together]}</span></p>${reasons.map(reasonView)}</td>`
  }

const reasonView = ({ clauses, text }: Reason): Markup =>
  html`<p class="reason">${clauses.length > 0 && html`<b>${short(clauses.join(', '), 120)}:</b> `}${short(text)}</p>`
