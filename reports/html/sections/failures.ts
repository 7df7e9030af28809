import type { Report } from '../../../schemas/messages.ts'
import { clauses, clauseText, type Finding, failures, findings, whereOf } from '../../queries.ts'
import { clauseLinks } from '../clause-links.ts'
import { icon, linkTo } from '../icons.ts'
import { html, type Markup } from '../markup.ts'
import { prose, short } from '../text.ts'

/** Renders every must clause that fails: the clause, the operation, and what was expected and received. */
export const failuresSection = (report: Report): Markup => {
  const failed = failures(report)
  return html`<section id="failures"><h2>Failures</h2>
${failed.length === 0 ? html`<p>No must clause fails.</p>` : html`<ol class="items">${failed.map(failureItem)}</ol>`}${warnings(report)}</section>`
}

const failureItem = ({ clause, check }: Finding): Markup => {
  const details = [where(check), difference(check), clause.verdict === 'known' && 'listed as a known failure']
  const line = details.filter(detail => detail !== undefined && detail !== false)
  return html`<li>${icon(clause.verdict)}<div><p>${linkTo(clause.id, short(clause.id))} ${prose(short(clauseText(clause)))}</p>
<p class="where">${line.map((detail, index) => html`${index > 0 && ' · '}${detail}`)}</p></div></li>`
}

const where = (check: Finding['check']): Markup | undefined => {
  const operation = whereOf(check)
  return operation === undefined ? undefined : html`<code>${short(operation)}</code>`
}

const difference = (check: Finding['check']): Markup | undefined => {
  if (check?.actual === undefined) return undefined
  const expected = check.expected !== undefined && html`expected <code>${short(check.expected, 160)}</code>, `
  return html`${expected}got <code>${short(check.actual, 160)}</code>`
}

const warnings = (report: Report): Markup | undefined => {
  const ids = findings(report, 'warn').map(({ clause }) => clause.id)
  if (ids.length === 0) return undefined
  const verb = ids.length === 1 ? 'warns' : 'warn'
  return html`<div class="warnings">${icon('warn')}<div><p>${clauses(ids.length, 'should')} ${verb}: warnings do not affect the verdict.</p>${clauseLinks(ids)}</div></div>`
}
