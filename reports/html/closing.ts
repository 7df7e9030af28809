import type { Report } from '../../schemas/messages.ts'
import { byReason, clauseText, levels, type Verdict, verdicts, verdictWords } from '../queries.ts'
import { linkTo, mark, word } from './icons.ts'
import { html, type Markup, type Value } from './markup.ts'
import { idList, readableTime } from './opening.ts'
import { limits, pair, plain, prose, several, short } from './text.ts'

const table = (heads: readonly string[], rows: readonly Markup[]): Markup => html`
<table class="stacking"><thead><tr>${heads.map(head => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table>`

const row = (head: Value, ...cells: Value[]): Markup =>
  html`<tr><th scope="row">${head}</th>${cells.map(cell => html`<td>${cell}</td>`)}</tr>`

/** How many clauses of each level have each verdict, as bars and in numbers. */
export const countsSection = (report: Report): Markup => {
  const present = verdicts.filter(verdict => levels.some(level => (report.counts[level][verdict] ?? 0) > 0))
  return html`<section id="counts"><h2>In numbers</h2>
<div class="bars" aria-hidden="true">${levels.map(level => html`<span>${level}</span>${bar(report, level)}`)}</div>
<table class="counts"><caption>Clauses by verdict and level</caption>
<thead><tr><th scope="col">verdict</th>${levels.map(level => html`<th scope="col">${level}</th>`)}</tr></thead>
<tbody>${present.map(verdict => countRow(report, verdict))}</tbody></table></section>`
}

const countRow = (report: Report, verdict: Verdict): Markup =>
  row(
    html`${mark(verdict)} ${verdictWords[verdict]}`,
    ...levels.map(level => numberOf(report.counts[level][verdict] ?? 0, verdict)),
  )

const numberOf = (number: number, verdict: Verdict): Markup =>
  html`<span class="${number === 0 ? 'nil' : `some ${verdict}`}">${number}</span>`

const bar = (report: Report, level: (typeof levels)[number]): Markup => {
  const counts = report.counts[level]
  const total = verdicts.reduce((sum, verdict) => sum + (counts[verdict] ?? 0), 0)
  const before = (index: number) => verdicts.slice(0, index).reduce((sum, verdict) => sum + (counts[verdict] ?? 0), 0)
  const piece = (verdict: Verdict, index: number) =>
    (counts[verdict] ?? 0) > 0 &&
    html`<rect class="${verdict}" x="${before(index)}" width="${counts[verdict] ?? 0}" height="1"/>`
  return html`<svg class="bar" viewBox="0 0 ${Math.max(total, 1)} 1" preserveAspectRatio="none">${verdicts.map(piece)}</svg>`
}

/** What the target chose where the document is silent. */
export const observedSection = (report: Report): Markup => {
  const rows = report.observations.map(({ clause, value, note }) =>
    row(
      linkTo(clause, short(clause)),
      prose(short(textOfClause(report, clause))),
      html`<code>${plain(value)}</code>${note && html`<br>${short(note)}`}`,
    ),
  )
  return html`<section id="observed"><h2>Observed choices</h2>
<p class="lead">Where the document is silent, every choice conforms. These are the ones that the target made.</p>
${rows.length === 0 ? html`<p>None was observed.</p>` : table(['clause', 'what the document leaves open', 'choice'], rows)}</section>`
}

const textOfClause = (report: Report, id: string): string => {
  const outcome = report.clauses.find(clause => clause.id === id)
  return outcome ? clauseText(outcome) : ''
}

/** The dialect that the harness spoke with the target. */
export const profileSection = ({ profile }: Report): Markup => {
  const rows = Object.entries(profile).map(([choice, { value, shownBy }]) =>
    row(short(choice), html`<code>${plain(value)}</code>`, short(shownBy)),
  )
  return html`<section id="profile"><h2>Profile</h2><p class="lead">How the harness spoke with this target.</p>
${rows.length === 0 ? html`<p>The report names none.</p>` : table(['choice', 'value', 'what showed it'], rows)}</section>`
}

const untriedVerdicts: readonly Verdict[] = ['blocked', 'not-applicable', 'not-selected']

/** Everything that has no verdict of its own, and why. */
export const notTriedSection = (report: Report): Markup => {
  const groups = untriedVerdicts.flatMap(verdict => byReason(report, verdict).map(untried => ({ verdict, ...untried })))
  const rows = groups.map(({ verdict, reason, clauses }) => row(word(verdict), short(reason), idList(clauses)))
  const others = (report.notTried ?? []).map(({ what, reason, clauses = [] }) =>
    row(short(what), short(reason), html`<p class="ids">${clauses.map(id => html`${linkTo(id, short(id))} `)}</p>`),
  )
  return html`<section id="not-tried"><h2>What was not tried, and why</h2>
${rows.length + others.length === 0 ? html`<p>Nothing was left out.</p>` : table(['state', 'why', 'clauses'], [...rows, ...others])}</section>`
}

/** What was looked at before the first check. */
export const preflightSection = ({ preflight = [] }: Report): Markup => {
  const rows = preflight.map(({ name, ok, severity, message, remedy }) =>
    row(
      html`${mark(ok ? 'pass' : severity === 'error' ? 'fail' : 'warn')} ${short(name)}`,
      ok ? 'in order' : severity,
      html`${short(message)}${remedy !== undefined && html`<br><b>Remedy:</b> ${short(remedy)}`}`,
    ),
  )
  return html`<section id="preflight"><h2>Preflight</h2><p class="lead">Whether both sides reach each other, know each other and agree on the time.</p>
${rows.length === 0 ? html`<p>The report holds no findings.</p>` : table(['what', 'state', 'finding'], rows)}</section>`
}

/** How the run was made, and where its evidence is. */
export const runSection = (report: Report): Markup => html`
<section id="run"><h2>The run</h2><dl class="pairs">${runFacts(report)}${evidenceFacts(report)}</dl></section>`

const runFacts = ({ run, target }: Report): (Markup | undefined)[] => [
  pair('harness', run.harness),
  pair('register', `edition ${run.register}`),
  pair('started', readableTime(run.started)),
  pair('finished', run.finished && readableTime(run.finished)),
  pair('took', `${run.seconds} s`),
  pair('requests', String(run.requests)),
  pair('seed', String(run.seed)),
  pair('depth', run.depth),
  pair('peak memory', run.peakMemoryBytes !== undefined && `${Math.round(run.peakMemoryBytes / 1_048_576)} MiB`),
  pair('interrupted', run.interrupted && 'yes'),
  pair('selected', run.selection?.only?.join(', ')),
  pair('skipped', run.selection?.skip?.join(', ')),
  pair('shard', run.shard),
  pair('known failures', run.knownFailing?.join(', ')),
  pair('metadata digest', target.metadataDigest && html`<span class="key">${short(target.metadataDigest)}</span>`),
]

const evidenceFacts = ({ evidence, signature, checks }: Report): (Markup | undefined)[] => [
  pair('checks', several(checks.length, 'check')),
  pair('evidence', evidence && html`<code>${short(evidence.file)}</code>`),
  pair('evidence digest', evidence && html`<span class="key">${short(evidence.digest)}</span>`),
  pair('signature', signature && html`<span class="key">${short(signature.value, limits.line)}</span>`),
  pair('signed with', signature && html`<span class="key">${short(signature.publicKey)}</span>`),
]
