import { operations } from '../protocol/operations.ts'
import { type Requirement, requirements } from '../protocol/requirements/index.ts'
import type { Report } from '../schemas/messages.ts'
import { bySeverity, verdicts } from '../schemas/verdicts.ts'

export { verdicts }

export type ClauseOutcome = Report['clauses'][number]
export type CheckOutcome = Report['checks'][number]
export type Verdict = ClauseOutcome['verdict']
export type Level = ClauseOutcome['level']

export const levels: readonly Level[] = ['must', 'should', 'open']

/** A verdict in the words of a reader. */
export const verdictWords: Readonly<Record<Verdict, string>> = {
  fail: 'broken',
  known: 'known failure',
  blocked: 'not tried',
  warn: 'warning',
  observed: 'observed',
  pass: 'kept',
  'not-applicable': 'not applicable',
  'not-selected': 'not selected',
}

/** Its shape, so that nobody needs colours to tell verdicts apart. */
export const verdictShapes: Readonly<Record<Verdict, string>> = {
  fail: '✕',
  known: '✕',
  blocked: '⊘',
  warn: '!',
  observed: '◆',
  pass: '✓',
  'not-applicable': '–',
  'not-selected': '·',
}

/** What the register says of a clause; undefined for one that it does not hold. */
export const requirementOf = (id: string): Requirement | undefined =>
  Object.hasOwn(requirements, id) ? (requirements as Readonly<Record<string, Requirement>>)[id] : undefined

export const clauseText = (clause: ClauseOutcome): string => requirementOf(clause.id)?.text ?? clause.text ?? ''

/** Method and path of the operation that a check calls, or how the report names it. */
export const whereOf = (check: CheckOutcome | undefined): string | undefined => {
  const name = check?.operation
  const operation = Object.entries(operations).find(([known]) => known === name)?.[1]
  return operation ? `${operation.method} ${operation.path}` : name
}

/** The checks that decide a clause, worst first. */
export const checksOf = (report: Report, clause: ClauseOutcome): CheckOutcome[] => {
  const deciding = new Set(clause.checks)
  return report.checks.filter(check => deciding.has(check.id)).sort(bySeverity)
}

/** A clause with the check that gave it its verdict, where one did. */
export type Finding = { clause: ClauseOutcome; check: CheckOutcome | undefined }

/** The clauses with one of these verdicts, in the order of the report. */
export const findings = (report: Report, ...wanted: Verdict[]): Finding[] =>
  report.clauses
    .filter(clause => wanted.includes(clause.verdict))
    .map(clause => ({ clause, check: checksOf(report, clause).find(({ verdict }) => verdict === clause.verdict) }))

/** The must clauses that are broken, known failures last. */
export const broken = (report: Report): Finding[] =>
  [...findings(report, 'fail'), ...findings(report, 'known')].filter(({ clause }) => clause.level === 'must')

/** Why a clause has no verdict of its own, as the report says it. */
export const reasonOf = ({ clause, check }: Finding): string =>
  clause.reason ?? check?.reason ?? check?.message ?? 'the report gives no reason'

export type Untried = { reason: string; clauses: ClauseOutcome[] }

/** The clauses with a verdict by what stood in the way: the reason that concerns most of them first. */
export const byReason = (report: Report, verdict: Verdict): Untried[] => {
  const groups = Map.groupBy(findings(report, verdict), reasonOf)
  const untried = [...groups].map(([reason, found]) => ({ reason, clauses: found.map(({ clause }) => clause) }))
  return untried.sort((a, b) => b.clauses.length - a.clauses.length)
}

/** Clauses of a level, those with one of the verdicts or all. */
export const count = (report: Report, level: Level, ...wanted: Verdict[]): number =>
  (wanted.length === 0 ? verdicts : wanted).reduce((sum, verdict) => sum + (report.counts[level][verdict] ?? 0), 0)

/** The must clauses that were decided, or should have been: all but those that do not apply or were not selected. */
const applicable = (report: Report): number => count(report, 'must', 'fail', 'known', 'blocked', 'pass')

/** The run's verdict and what it rests on, in a sentence or two. */
export const headline = (report: Report): string => {
  const blocked = count(report, 'must', 'blocked')
  const sentences = [
    brokenSentence(report),
    blocked > 0 && `${blocked} could not be tried.`,
    report.run.interrupted && 'The run was cut short.',
    report.verdict === 'partial' && 'Only a part was selected, so this is no certification.',
  ]
  return sentences.filter(sentence => typeof sentence === 'string').join(' ')
}

const brokenSentence = (report: Report): string => {
  const broken = count(report, 'must', 'fail', 'known')
  const known = count(report, 'must', 'known')
  if (broken === 0) return keptSentence(report)
  const listed =
    known === 0
      ? ''
      : known === broken
        ? ', as listed in the known failures'
        : `, ${known} of them as listed in the known failures`
  return `${broken} of ${clauses(applicable(report), 'must')} ${broken === 1 ? 'is' : 'are'} broken${listed}.`
}

const keptSentence = (report: Report): string => {
  const kept = count(report, 'must', 'pass')
  const all = applicable(report)
  if (kept === 0) return 'No must clause was tried.'
  if (kept < all) return `${kept} of ${clauses(all, 'must')} are kept, none is broken.`
  return kept === 1 ? 'The one must clause that applies is kept.' : `All ${kept} must clauses that apply are kept.`
}

/** `1 must clause`, `3 clauses`. */
export const clauses = (number: number, level = ''): string =>
  `${number} ${level ? `${level} ` : ''}${number === 1 ? 'clause' : 'clauses'}`

const titles: Readonly<Record<Report['verdict'], string>> = {
  conformant: 'Conformant',
  'non-conformant': 'Non-conformant',
  incomplete: 'Incomplete',
  partial: 'Partial run',
}

/** What the run's verdict is called. A part that was selected and broke says so at once. */
export const verdictTitle = (report: Report): string =>
  report.verdict === 'partial' && broken(report).length > 0 ? 'Partial run, broken' : titles[report.verdict]

/** The verdict of a clause that looks like the run's. */
export const verdictTone = (report: Report): Verdict => {
  if (report.verdict === 'non-conformant' || broken(report).length > 0) return 'fail'
  return report.verdict === 'conformant' ? 'pass' : report.verdict === 'incomplete' ? 'blocked' : 'observed'
}
