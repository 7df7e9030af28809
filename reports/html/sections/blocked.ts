import type { PreflightFinding, Report } from '../../../schemas/messages.ts'
import {
  byReason,
  byUntriedPart,
  type ClauseOutcome,
  clauses as countOf,
  levels,
  obstaclesOf,
  type ReasonGroup,
  type Verdict,
} from '../../queries.ts'
import { clauseLinks } from '../clause-links.ts'
import { icon } from '../icons.ts'
import { html, type Markup } from '../markup.ts'
import { sentence, short } from '../text.ts'

/** Renders the failed preflight findings and the blocked clauses, grouped by reason. */
export const blockedSection = (report: Report): Markup => {
  const groups = byReason(report, 'blocked')
  const obstacles = obstaclesOf(report)
  return html`<section id="blocked"><h2>Blocked</h2>
${groups.length + obstacles.length === 0 ? html`<p>Every applicable check ran.</p>` : list(obstacles, groups)}${notWhole(report)}</section>`
}

/** Renders the must clauses that do not apply or were tried only in part, with the reason. */
const notWhole = (report: Report): Markup | undefined => {
  const items = [
    ...byReason(report, 'not-applicable').map(group => mustItem(group, 'not-applicable')),
    ...byUntriedPart(report).map(group => mustItem(group, 'blocked')),
  ].filter(item => item !== undefined)
  return items.length === 0
    ? undefined
    : html`<h3>Must clauses that do not apply, or were tried in part</h3><ul class="items">${items}</ul>`
}

const mustItem = ({ reason, clauses }: ReasonGroup, mark: Verdict): Markup | undefined => {
  const ids = clauses.filter(({ level }) => level === 'must').map(({ id }) => id)
  if (ids.length === 0) return undefined
  const part = mark === 'blocked' ? html`<p class="where">tried in part</p>` : ''
  return html`<li>${icon(mark)}<div><p>${sentence(short(reason))}</p>${part}${clauseLinks(ids)}</div></li>`
}

const list = (obstacles: readonly PreflightFinding[], groups: readonly ReasonGroup[]): Markup => html`
<p class="lead">These clauses could not be tried, because something that their checks need was missing. They count neither as pass nor as fail.</p>
<ul class="items">${obstacles.map(obstacleItem)}${groups.map(groupItem)}</ul>`

const obstacleItem = ({ name, message, remedy, severity }: PreflightFinding): Markup => html`
<li>${icon(severity === 'error' ? 'blocked' : 'warn')}<div><p><b>${short(name)}.</b> ${short(message)}</p>
${remedy !== undefined && html`<p class="where">${short(remedy)}</p>`}</div></li>`

const groupItem = ({ reason, clauses }: ReasonGroup): Markup => html`
<li>${icon('blocked')}<div><p>${sentence(short(reason))}</p><p class="where">${sizeOf(clauses)}</p>${clauseLinks(clauses.map(({ id }) => id))}</div></li>`

/** Counts clauses by level: `2 must clauses, 1 should clause`. */
const sizeOf = (clauses: readonly ClauseOutcome[]): string =>
  levels
    .map(level => ({ level, number: clauses.filter(clause => clause.level === level).length }))
    .filter(({ number }) => number > 0)
    .map(({ level, number }) => countOf(number, level))
    .join(', ')
