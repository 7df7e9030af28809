import { parts } from '../../protocol/requirements/index.ts'
import type { Report } from '../../schemas/messages.ts'
import {
  type CheckOutcome,
  type ClauseOutcome,
  checksOf,
  clauseText,
  clauses as numberOf,
  reasonOf,
  requirementOf,
  verdicts,
  verdictWords,
} from '../queries.ts'
import { checkLine, checkReference, checkView } from './check.ts'
import type { Evidence } from './evidence.ts'
import { mark, place, word } from './icons.ts'
import { html, type Markup } from './markup.ts'
import { prose, sentence, short } from './text.ts'

/** The clauses of a report that stand in one chapter of the register. */
export type Chapter = { name: string; title: string; clauses: ClauseOutcome[] }

/** The chapters that a report has something to say about, in the order of the register. */
export const chaptersOf = (report: Report): Chapter[] => {
  const known = new Set<string>(parts.flatMap(({ ids }) => ids))
  const chapters = parts.map(({ name, title, ids }) => {
    const own = new Set<string>(ids)
    return { name, title, clauses: report.clauses.filter(({ id }) => own.has(id)) }
  })
  const others = report.clauses.filter(({ id }) => !known.has(id))
  return [...chapters, { name: 'other', title: 'Other clauses', clauses: others }].filter(
    ({ clauses }) => clauses.length > 0,
  )
}

/** How a chapter went: `17 clauses: 2 broken, 15 kept`. */
export const tally = ({ clauses }: Chapter): string => {
  const found = verdicts.map(verdict => ({
    verdict,
    number: clauses.filter(clause => clause.verdict === verdict).length,
  }))
  const words = found
    .filter(({ number }) => number > 0)
    .map(({ verdict, number }) => `${number} ${verdictWords[verdict]}`)
  return `${numberOf(clauses.length)}: ${words.join(', ')}`
}

/** Every clause, by chapter. A check that decides several is shown in full at the first of them. */
export const clausesSection = (report: Report, evidence: Evidence): Markup => {
  const chapters = chaptersOf(report)
  const homes = homesOf(chapters)
  const view = (clause: ClauseOutcome) => clauseView({ clause, checks: checksOf(report, clause), homes, evidence })
  return html`<section id="clauses"><h2>Clauses</h2>
${chapters.map(
  chapter => html`<section class="chapter" id="part-${chapter.name}"><header><h3>${chapter.title}</h3><p class="tally">${tally(chapter)}</p></header>
${chapter.clauses.map(view)}</section>`,
)}</section>`
}

type Homes = ReadonlyMap<string, string>

const homesOf = (chapters: readonly Chapter[]): Homes => {
  const inOrder = chapters.flatMap(({ clauses }) => clauses)
  return new Map(inOrder.toReversed().flatMap(clause => clause.checks.map(check => [check, clause.id] as const)))
}

type ClauseParts = { clause: ClauseOutcome; checks: CheckOutcome[]; homes: Homes; evidence: Evidence }

const isBroken = ({ verdict }: ClauseOutcome): boolean =>
  verdict === 'fail' || verdict === 'known' || verdict === 'warn'

const clauseView = (parts: ClauseParts): Markup => {
  const { clause } = parts
  return html`<article class="clause ${clause.verdict}" id="${place(clause.id)}"><details ${isBroken(clause) ? html`open` : ''}>
<summary>${mark(clause.verdict)}<h4><span class="id">${short(clause.id)}</span>${prose(short(clauseText(clause)))}</h4>
<span class="state"><span class="level">${clause.level}</span>${word(clause.verdict)}</span></summary>
<div class="inside">${advice(clause)}${untriedReason(parts)}${checksView(parts)}</div></details></article>`
}

const advice = (clause: ClauseOutcome): Markup | undefined => {
  const requirement = requirementOf(clause.id)
  if (!requirement) return undefined
  return html`<div class="advice"><p><b>Why it matters.</b> ${prose(requirement.why)}</p>
${isBroken(clause) && html`<p><b>How to mend it.</b> ${prose(requirement.fix)}</p>`}
${isBroken(clause) && requirement.commonMistake && html`<p><b>What usually breaks it.</b> ${prose(sentence(requirement.commonMistake))}.</p>`}
<p class="quiet">From the document: ${requirement.part}. ${provenBy(clause)}</p></div>`
}

/** On what a verdict rests: what the self-test has shown of the checks. */
const provenBy = ({ proven }: ClauseOutcome): string => {
  if (!proven) return ''
  const faults = proven.mutants === 1 ? '1 planted fault' : `${proven.mutants} planted faults`
  return `Its checks find ${faults} and stay silent at ${proven.variants} conformant implementations that chose otherwise.`
}

const untriedReason = ({ clause, checks }: ClauseParts): Markup | undefined => {
  const isUntried = clause.verdict === 'blocked' || clause.verdict.startsWith('not-')
  if (!isUntried) return undefined
  return html`<p class="found"><b>${verdictReason[clause.verdict]}</b> ${short(reasonOf({ clause, check: checks[0] }))}</p>`
}

const verdictReason: Partial<Record<ClauseOutcome['verdict'], string>> = {
  blocked: 'Why it could not be tried:',
  'not-applicable': 'Why it does not apply:',
  'not-selected': 'Why it was not selected:',
}

const checksView = ({ clause, checks, homes, evidence }: ClauseParts): Markup => {
  const isHome = (check: CheckOutcome) => homes.get(check.id) === clause.id
  const full = checks.filter(check => isHome(check) && evidence.has(check.id))
  const lines = checks.filter(check => !full.includes(check))
  return html`${full.map(check => checkView(check, evidence))}
${lines.length > 0 && html`<ul class="brief">${lines.map(check => (isHome(check) ? checkLine(check) : checkReference(check)))}</ul>`}`
}
