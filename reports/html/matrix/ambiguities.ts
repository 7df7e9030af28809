import type { Agreement, Ambiguity, Choice, Chosen, ChosenBy, Incompatibility } from '../../ambiguities/index.ts'
import { agreementTitles, grouped, valueText } from '../../ambiguities/wording.ts'
import type { Matrix } from '../../matrix/index.ts'
import { verdictWords } from '../../queries.ts'
import { html, type Markup } from '../markup.ts'
import { prose, short } from '../text.ts'
import { nameOf, numberOf } from './implementations.ts'

/** Renders the choices of the implementations at the open clauses, and a sentence for each that would settle it. */
export const ambiguitiesSection = (
  matrix: Matrix,
): Markup => html`<section id="ambiguities"><h2>What the protocol leaves open</h2>
<p class="lead">Every choice conforms. → is a sentence for the protocol document that would settle it.</p>
${thirdParties(matrix)}
${(['differ', 'alike', 'single', 'unobserved'] as const).map(agreement => group(matrix, agreement))}</section>`

const thirdParties = (matrix: Matrix): Markup | undefined => {
  const found = matrix.ambiguities.incompatibilities.filter(({ kind }) => kind === 'third-party')
  if (found.length === 0) return undefined
  return html`<h3>Conformant, but a party that works with both must support two ways</h3>
<ul class="open">${found.map(each => thirdParty(matrix, each))}</ul>`
}

const thirdParty = (matrix: Matrix, { between, clauses, choices, why }: Incompatibility): Markup =>
  html`<li><p><b>${clauses.join(', ')}</b> ${nameOf(matrix, between[0])} and ${nameOf(matrix, between[1])}</p>
<p>${choices.map(({ implementation, value }) => html`${numberOf(implementation)} <code>${short(value, 200)}</code> `)}</p><p class="quiet">${why}</p></li>`

const group = ({ ambiguities: { ambiguities } }: Matrix, agreement: Agreement): Markup | undefined => {
  const rows = ambiguities.filter(row => row.agreement === agreement)
  if (rows.length === 0) return undefined
  return html`<details class="kept" ${agreement === 'differ' ? html`open` : ''}><summary>${agreementTitles[agreement]}: ${rows.length}</summary>
<ul class="open">${rows.map(ambiguityView)}</ul></details>`
}

const ambiguityView = ({ clause, text, observed, unobserved, proposal }: Ambiguity): Markup =>
  html`<li><p><b>${clause}</b> ${prose(text)}</p><ul>${grouped(observed).map(chosenView)}${missing(unobserved)}</ul>
<p class="settle">→ ${prose(proposal)}</p></li>`

const chosenView = ([names, { choices, unit, differs }]: [string[], Chosen]): Markup =>
  html`<li>${differs ? '≠' : '='} ${names.join(' · ')}: ${choices.map((choice, at) => html`${at > 0 && '; '}${choiceView(choice, unit)}`)}</li>`

const choiceView = (choice: Choice, unit: Chosen['unit']): Markup =>
  html`<code>${short(valueText(choice, unit), 200)}</code> ${choice.by.map(byView)}`

const byView = ({ implementation, operations }: ChosenBy): Markup =>
  html`${numberOf(implementation)}${operations && ` at ${short(operations.join(', '), 200)}`} `

const missing = (unobserved: Ambiguity['unobserved']): Markup | false =>
  unobserved.length > 0 &&
  html`<li>– not seen: ${unobserved.map(({ implementation, verdict }) => html`${numberOf(implementation)} ${verdictWords[verdict]} `)}</li>`
