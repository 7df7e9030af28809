import type { Report } from '../../../schemas/messages.ts'
import { type CheckOutcome, clauses, clauseText, type Finding, failures, findings, whereOf } from '../../queries.ts'
import { icon, linkTo } from '../icons.ts'
import { html, type Markup } from '../markup.ts'
import { prose, sentence, short } from '../text.ts'

/** Renders every must clause that fails: the clause, the operation, and what was expected and received. */
export const failuresSection = (report: Report): Markup => {
  const failed = failures(report)
  return html`<section id="failures"><h2>Failures</h2>
${failed.length === 0 ? html`<p>No must clause fails.</p>` : html`<ol class="items">${failed.map(failureItem)}</ol>`}${warnings(report)}</section>`
}

const failureItem = ({ clause, checks }: Finding): Markup => html`
<li>${icon(clause.verdict)}<div><p>${linkTo(clause.id, short(clause.id))} ${prose(short(clauseText(clause)))}</p>
${checks.map(checkLine)}
${clause.verdict === 'known' && html`<p class="where">listed as a known failure</p>`}</div></li>`

const checkLine = (check: CheckOutcome): Markup => {
  const line = [where(check), difference(check)].filter(detail => detail !== undefined)
  return html`${check.message !== undefined && html`<p>${sentence(short(check.message))}</p>`}<p class="where">${line.map((detail, index) => html`${index > 0 && ' · '}${detail}`)}</p>`
}

const where = (check: CheckOutcome): Markup | undefined => {
  const operation = whereOf(check)
  return operation === undefined ? undefined : html`<code>${short(operation)}</code>`
}

const difference = (check: CheckOutcome): Markup | undefined => {
  if (check.actual === undefined) return undefined
  const expected = check.expected !== undefined && html`expected <code>${short(check.expected, 160)}</code>, `
  return html`${expected}got <code>${short(check.actual, 160)}</code>`
}

const warnings = (report: Report): Markup | undefined => {
  const warned = findings(report, 'warn')
  if (warned.length === 0) return undefined
  const verb = warned.length === 1 ? 'warns' : 'warn'
  return html`<h3>Warnings</h3><p class="lead">${clauses(warned.length, 'should')} ${verb}. Warnings do not affect the verdict.</p>
<ol class="items warnings">${warned.map(failureItem)}</ol>`
}
