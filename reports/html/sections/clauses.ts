import type { Report } from '../../../schemas/messages.ts'
import { type CheckOutcome, type ClauseOutcome, checksOf, clauseText, reasonOf, requirementOf } from '../../queries.ts'
import { type Chapter, chaptersOf, tally } from '../chapters.ts'
import { checkLine, checkReference, checkView } from '../check.ts'
import type { Evidence } from '../evidence.ts'
import { icon, place, verdictWord } from '../icons.ts'
import { html, type Markup } from '../markup.ts'
import { plural, prose, sentence, short } from '../text.ts'

/** Renders every clause, by chapter. A check that tests several clauses is shown in full at the first of them. */
export function* clausesSection(report: Report, evidence: Evidence): Generator<Markup> {
  const chapters = chaptersOf(report)
  const homes = homesOf(chapters)
  yield html`<section id="clauses"><h2>Clauses</h2>
`
  for (const chapter of chapters) {
    yield html`<section class="chapter" id="part-${chapter.name}"><header><h3>${chapter.title}</h3><p class="tally">${tally(chapter)}</p></header>
`
    for (const clause of chapter.clauses)
      yield clauseView({ clause, checks: checksOf(report, clause), homes, evidence })
    yield html`</section>`
  }
  yield html`</section>`
}

/** For each check, the clause that shows it in full. */
type Homes = ReadonlyMap<string, string>

const homesOf = (chapters: readonly Chapter[]): Homes => {
  const inOrder = chapters.flatMap(({ clauses }) => clauses)
  return new Map(inOrder.toReversed().flatMap(clause => clause.checks.map(check => [check, clause.id] as const)))
}

type ClauseParts = { clause: ClauseOutcome; checks: CheckOutcome[]; homes: Homes; evidence: Evidence }

const isFailed = ({ verdict }: ClauseOutcome): boolean =>
  verdict === 'fail' || verdict === 'known' || verdict === 'warn'

const clauseView = (parts: ClauseParts): Markup => {
  const { clause } = parts
  return html`<article class="clause ${clause.verdict}" id="${place(clause.id)}"><details ${isFailed(clause) ? html`open` : ''}>
<summary>${icon(clause.verdict)}<h4><span class="id">${short(clause.id)}</span>${prose(short(clauseText(clause)))}</h4>
<span class="state"><span class="level">${clause.level}</span>${verdictWord(clause.verdict)}</span></summary>
<div class="content">${advice(clause)}${reasonView(parts)}${untriedView(clause)}${checksView(parts)}</div></details></article>`
}

const advice = (clause: ClauseOutcome): Markup | undefined => {
  const requirement = requirementOf(clause.id)
  if (!requirement) return undefined
  return html`<div class="advice"><p><b>Why it matters.</b> ${prose(requirement.why)}</p>
${isFailed(clause) && html`<p><b>How to fix it.</b> ${prose(requirement.fix)}</p>`}
${isFailed(clause) && requirement.commonMistake && html`<p><b>Common mistake.</b> ${prose(sentence(requirement.commonMistake))}.</p>`}
<p class="quiet">From the document: ${requirement.part}. ${selfTestFigures(clause)}</p></div>`
}

/** Returns how the self-test has proven the checks of a clause. */
const selfTestFigures = ({ proven }: ClauseOutcome): string =>
  proven
    ? `Its checks find ${plural(proven.mutants, 'planted fault')} and pass on ${plural(proven.variants, 'conformant implementation')} that chose otherwise.`
    : ''

const reasonView = ({ clause, checks }: ClauseParts): Markup | undefined => {
  const question = reasonTitles[clause.verdict]
  if (question === undefined) return undefined
  return html`<p class="found"><b>${question}</b> ${short(reasonOf({ clause, check: checks[0] }))}</p>`
}

const reasonTitles: Partial<Record<ClauseOutcome['verdict'], string>> = {
  blocked: 'Why it is blocked:',
  'not-applicable': 'Why it does not apply:',
  'not-selected': 'Why it was not selected:',
}

/** Renders the parts of a clause that could not be tried, whatever its verdict. */
const untriedView = ({ untried = [] }: ClauseOutcome): Markup[] =>
  untried.map(part => html`<p class="found"><b>Not tried:</b> ${short(part)}</p>`)

const checksView = ({ clause, checks, homes, evidence }: ClauseParts): Markup => {
  const isHome = (check: CheckOutcome) => homes.get(check.id) === clause.id
  const full = checks.filter(check => isHome(check) && evidence.has(check.id))
  const lines = checks.filter(check => !full.includes(check))
  return html`${full.map(check => checkView(check, evidence))}
${lines.length > 0 && html`<ul class="brief">${lines.map(check => (isHome(check) ? checkLine(check) : checkReference(check)))}</ul>`}`
}
