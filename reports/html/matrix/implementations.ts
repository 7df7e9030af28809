import type { Implementation } from '../../ambiguities/index.ts'
import type { Matrix } from '../../matrix/index.ts'
import { roleWords } from '../../matrix/wording.ts'
import type { Verdict } from '../../queries.ts'
import { icon } from '../icons.ts'
import { html, type Markup } from '../markup.ts'
import { row, table } from '../table.ts'
import { short } from '../text.ts'

const tones: Readonly<Record<Implementation['verdict'], Verdict>> = {
  conformant: 'pass',
  'non-conformant': 'fail',
  incomplete: 'blocked',
  partial: 'observed',
}

/** Renders the number of an implementation. */
export const numberOf = (implementation: number): Markup => html`<span class="who">[${implementation}]</span>`

/** Renders the number of an implementation as a link to its row. */
export const numberLink = (implementation: number): Markup =>
  html`<a class="who" href="#implementation-${implementation}">[${implementation}]</a>`

/** Renders the number and the name of an implementation. */
export const nameOf = ({ implementations }: Matrix, number: number): Markup =>
  html`${numberOf(number)} ${short(implementations[number - 1]?.name ?? '', 80)}`

/** Renders a list of the implementations with their verdicts. */
export const implementationsSection = ({ implementations }: Matrix): Markup =>
  html`<section id="implementations"><h2>Implementations</h2>
${table(['implementation', 'verdict', 'role and address', 'report'], implementations.map(implementationRow))}</section>`

const implementationRow = ({ number, name, role, baseUrl, verdict, file, remarks }: Implementation): Markup =>
  row(
    html`<span id="implementation-${number}">[${number}]</span> ${short(name, 80)}`,
    html`<span class="${tones[verdict]}">${icon(tones[verdict])} <span class="word">${verdict}</span></span>`,
    html`${roleWords[role]} at <code>${short(baseUrl, 200)}</code>`,
    html`<code>${short(file, 200)}</code>${remarks.map(remark => html`<br><span class="quiet">${remark}</span>`)}`,
  )
