import type { Report } from '../../schemas/messages.ts'
import {
  broken,
  byReason,
  type ClauseOutcome,
  clauseText,
  type Finding,
  findings,
  headline,
  levels,
  clauses as numberOf,
  type Untried,
  type Verdict,
  verdictTitle,
  verdictTone,
  whereOf,
} from '../queries.ts'
import { linkTo, mark } from './icons.ts'
import { html, type Markup } from './markup.ts'
import { limits, prose, short } from './text.ts'

const roleTitles: Readonly<Record<Report['target']['role'], string>> = {
  gateway: 'Payment gateway',
  merchant: 'Merchant',
  kyc: 'KYC provider',
}

/** What was tested, and the verdict. */
export const openingView = (report: Report): Markup => {
  const { target } = report
  return html`<header><p class="over">Conformance report</p>
<h1>${short(target.name ?? roleTitles[target.role], 120)}</h1>
<p class="address">${roleTitles[target.role]} at <code>${short(target.baseUrl)}</code></p>
${verdictBox(report)}
<dl class="facts">${facts(report)}</dl></header>`
}

const verdictBox = (report: Report): Markup => {
  const tone = verdictTone(report)
  return html`<section class="verdict ${tone}" id="verdict">${mark(tone)}<div><h2>${verdictTitle(report)}</h2> <p>${headline(report)}</p></div></section>`
}

const fact = (term: string, value: Markup | string | number | undefined): Markup | undefined =>
  value === undefined ? undefined : html`<div><dt>${term}</dt><dd>${value}</dd></div>`

const facts = ({ target, run }: Report): (Markup | undefined)[] => [
  fact('Role', target.role),
  fact('OCID', target.ocid),
  fact('Environment', target.environment),
  fact('Tested', html`<time datetime="${run.started}">${readableTime(run.started)}</time>`),
  fact('Depth', run.depth),
  fact('Seed', run.seed),
  target.publicKey === undefined
    ? undefined
    : html`<div class="wide"><dt>Public key</dt><dd class="key">${short(target.publicKey)}</dd></div>`,
]

/** `2026-02-03 14:05:06 UTC`; what is no time is shown as it is. */
export const readableTime = (iso: string): string => {
  const time = new Date(iso)
  return Number.isNaN(time.getTime()) ? short(iso, 60) : `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

/** What is broken: a line for what, where and by whose fault, for every must clause. */
export const brokenSection = (report: Report): Markup => {
  const found = broken(report)
  return html`<section id="broken"><h2>What is broken</h2>
${found.length === 0 ? html`<p>No must clause that was tried is broken.</p>` : html`<ol class="items">${found.map(brokenItem)}</ol>`}${warned(report)}</section>`
}

/** Broken should clauses do not decide the verdict; a reader looks for them here all the same. */
const warned = (report: Report): Markup | undefined => {
  const clauses = findings(report, 'warn').map(({ clause }) => clause)
  if (clauses.length === 0) return undefined
  return html`<div class="besides">${mark('warn')}<div><p>${numberOf(clauses.length, 'should')} not kept: a warning, which the verdict does not rest on.</p>${idList(clauses)}</div></div>`
}

const fault: Partial<Record<Verdict, string>> = { fail: 'the target', known: 'the target, listed as a known failure' }

const brokenItem = ({ clause, check }: Finding): Markup => {
  const where = whereOf(check)
  return html`<li>${mark(clause.verdict)}<div><p>${linkTo(clause.id, short(clause.id))} ${prose(short(clauseText(clause)))}</p>
<p class="where">${where !== undefined && html`<code>${short(where)}</code> · `}${difference(check)}fault of ${fault[clause.verdict]}</p></div></li>`
}

const difference = (check: Finding['check']): Markup | undefined => {
  if (check?.actual === undefined) return undefined
  const expected = check.expected !== undefined && html`expected <code>${short(check.expected, 160)}</code>, `
  return html`${expected}got <code>${short(check.actual, 160)}</code> · `
}

/** What could not be tried, by what stood in the way. None of it is held against the target, and none of it counts as kept. */
export const untriedSection = (report: Report): Markup => {
  const untried = byReason(report, 'blocked')
  const obstacles = (report.preflight ?? []).filter(({ ok }) => !ok)
  const nothing = untried.length + obstacles.length === 0
  return html`<section id="untried"><h2>What could not be tried</h2>
${
  nothing
    ? html`<p>Nothing that applies and was selected was left out.</p>`
    : html`<p class="lead">Not held against the target, and not counted as kept: something that the test needs was missing.</p>
<ul class="items">${obstacles.map(obstacleItem)}${untried.map(untriedItem)}</ul>`
}</section>`
}

const obstacleItem = ({ name, message, remedy, severity }: NonNullable<Report['preflight']>[number]): Markup => html`
<li>${mark(severity === 'error' ? 'blocked' : 'warn')}<div><p><b>${short(name)}.</b> ${short(message)}</p>
${remedy !== undefined && html`<p class="where">${short(remedy)}</p>`}</div></li>`

const untriedItem = ({ reason, clauses }: Untried): Markup => html`
<li>${mark('blocked')}<div><p>${short(reason)}</p><p class="where">${sizeOf(clauses)}</p>${idList(clauses)}</div></li>`

/** `2 must clauses, 1 should clause`. */
const sizeOf = (clauses: readonly ClauseOutcome[]): string =>
  levels
    .map(level => ({ level, number: clauses.filter(clause => clause.level === level).length }))
    .filter(({ number }) => number > 0)
    .map(({ level, number }) => numberOf(number, level))
    .join(', ')

/** Links to clauses, in a paragraph of their own. */
export const idList = (clauses: readonly ClauseOutcome[]): Markup =>
  html`<p class="ids">${clauses.map(({ id }) => html`${linkTo(id, short(id, limits.line))} `)}</p>`
