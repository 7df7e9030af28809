import type { Report } from '../../../schemas/messages.ts'
import { knownEntry, knownText, staleEntries } from '../../known-failures.ts'
import { type CheckOutcome, clauses, clauseText, type Finding, failures, findings, whereOf } from '../../queries.ts'
import { icon, linkTo } from '../icons.ts'
import { html, type Markup } from '../markup.ts'
import { prose, sentence, short } from '../text.ts'

/** Renders every must clause that fails: the clause, the operation, and the expected and the received value. */
export const failuresSection = (report: Report): Markup => {
  const failed = failures(report)
  return html`<section id="failures"><h2>Failures</h2>
${failed.length === 0 ? html`<p>No must clause fails.</p>` : html`<ol class="items">${failed.map(finding => failureItem(report, finding))}</ol>`}${warnings(report)}${toRemove(report)}</section>`
}

const failureItem = (report: Report, { clause, checks }: Finding): Markup => html`
<li>${icon(clause.verdict)}<div><p>${linkTo(clause.id, short(clause.id))} ${prose(short(clauseText(clause)))}</p>
${checks.map(checkLine)}
${clause.verdict === 'known' && knownLine(knownEntry(report, clause, checks))}</div></li>`

const knownLine = (known: ReturnType<typeof knownEntry>): Markup =>
  html`<p class="where">listed as a known failure${known && `: ${short(knownText(known))}`}</p>`

const toRemove = ({ run }: Report): Markup | undefined => {
  const stale = staleEntries(run.knownFailures)
  if (stale.length === 0) return undefined
  return html`<h3>Known failures to remove</h3><p class="lead">These entries fail the job.</p>
<ul>${stale.slice(0, 100).map(({ text }) => html`<li>${short(text)}</li>`)}</ul>`
}

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
<ol class="items warnings">${warned.map(finding => failureItem(report, finding))}</ol>`
}
