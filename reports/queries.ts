import { operations } from '../protocol/operations.ts'
import { type Requirement, requirements } from '../protocol/requirements/index.ts'
import type { Report } from '../schemas/messages.ts'
import { bySeverity, verdicts } from '../schemas/verdicts.ts'

export { verdicts }

/** A clause, and the findings of a run about it. */
export type ClauseOutcome = Report['clauses'][number]

/** A check, and the findings of a run by it. */
export type CheckOutcome = Report['checks'][number]

/** The outcome of a clause or check. */
export type Verdict = ClauseOutcome['verdict']

/** How severe it is if a clause fails. */
export type Level = ClauseOutcome['level']

/** Sorts the most severe first. */
export const levels: readonly Level[] = ['must', 'should', 'open']

/** Verdicts as the page and the terminal print them. */
export const verdictWords: Readonly<Record<Verdict, string>> = {
  fail: 'fail',
  known: 'known failure',
  blocked: 'blocked',
  warn: 'warn',
  observed: 'observed',
  pass: 'pass',
  'not-applicable': 'not applicable',
  'not-selected': 'not selected',
}

/** The shapes of verdicts, so that they can be distinguished without colour. */
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

/** Returns a clause of the register; undefined for an unknown id. */
export const requirementOf = (id: string): Requirement | undefined =>
  Object.hasOwn(requirements, id) ? (requirements as Readonly<Record<string, Requirement>>)[id] : undefined

/** Returns the text of a clause; the report's own if the register does not have it. */
export const clauseText = (clause: ClauseOutcome): string => requirementOf(clause.id)?.text ?? clause.text ?? ''

/** Returns the request that failed a check; without one, the method and path of the operation that it calls. */
export const whereOf = (check: CheckOutcome | undefined): string | undefined => {
  if (check?.where !== undefined) return check.where
  const name = check?.operation
  const operation = Object.entries(operations).find(([id]) => id === name)?.[1]
  return operation ? `${operation.method} ${operation.path}` : name
}

/** Returns the checks that test a clause, worst first. */
export const checksOf = (report: Report, clause: ClauseOutcome): CheckOutcome[] => {
  const deciding = new Set(clause.checks)
  return report.checks.filter(check => deciding.has(check.id)).sort(bySeverity)
}

/** Returns whether a check has something to show beside its verdict. */
export const isOfInterest = ({ verdict }: CheckOutcome): boolean =>
  verdict !== 'pass' && verdict !== 'not-applicable' && verdict !== 'not-selected'

/** A clause with the checks that gave it its verdict, worst first; `check` is the first of them. */
export type Finding = { clause: ClauseOutcome; check: CheckOutcome | undefined; checks: CheckOutcome[] }

const broken: readonly Verdict[] = ['fail', 'known', 'warn']

/** Returns the clauses with one of these verdicts, in the order of the report. */
export const findings = (report: Report, ...wanted: Verdict[]): Finding[] =>
  report.clauses
    .filter(clause => wanted.includes(clause.verdict))
    .map(clause => {
      const checks = checksOf(report, clause).filter(({ verdict }) => isReason(verdict, clause.verdict))
      return { clause, check: checks[0], checks }
    })

/** Returns whether a check of one verdict explains the verdict of its clause. It may have failed for a more severe one. */
const isReason = (check: Verdict, clause: Verdict): boolean =>
  check === clause || (broken.includes(check) && broken.includes(clause))

/** Returns the must clauses that fail, known failures last. */
export const failures = (report: Report): Finding[] =>
  [...findings(report, 'fail'), ...findings(report, 'known')].filter(({ clause }) => clause.level === 'must')

/** Returns why a clause was not decided, as the report says it. */
export const reasonOf = ({ clause, check }: Pick<Finding, 'clause' | 'check'>): string =>
  clause.reason ?? check?.reason ?? check?.message ?? 'the report gives no reason'

/** Clauses that share a reason. */
export type ReasonGroup = { reason: string; clauses: ClauseOutcome[] }

/** Groups the clauses with a verdict by their reason, the largest group first. */
export const byReason = (report: Report, verdict: Verdict): ReasonGroup[] => {
  const groups = Map.groupBy(findings(report, verdict), reasonOf)
  const reasons = [...groups].map(([reason, found]) => ({ reason, clauses: found.map(({ clause }) => clause) }))
  return reasons.sort((a, b) => b.clauses.length - a.clauses.length)
}

/** Groups the clauses that were tried only in part by the missing part, the largest group first. */
export const byUntriedPart = (report: Report): ReasonGroup[] => {
  const parts = report.clauses.flatMap(clause => (clause.untried ?? []).map(reason => ({ reason, clause })))
  const groups = [...Map.groupBy(parts, ({ reason }) => reason)]
  return groups
    .map(([reason, found]) => ({ reason, clauses: found.map(({ clause }) => clause) }))
    .sort((a, b) => b.clauses.length - a.clauses.length)
}

/** The finding which says that the clock of the machine was set during a run. */
export const clockOfMachine = 'clock of this machine'

/** Returns the sentence which says that the clock of the machine was set during a run; empty if it was not. */
export const clockText = ({ preflight = [] }: Report): string =>
  preflight.find(({ name }) => name === clockOfMachine)?.message ?? ''

/** Returns the findings of the preflight that may block checks. */
export const obstaclesOf = ({ preflight = [] }: Report): NonNullable<Report['preflight']> =>
  preflight.filter(({ ok, severity }) => !ok && severity !== 'info')

/** Counts the clauses of a level: those with one of the verdicts, or all. */
export const count = (report: Report, level: Level, ...wanted: Verdict[]): number =>
  (wanted.length === 0 ? verdicts : wanted).reduce((sum, verdict) => sum + (report.counts[level][verdict] ?? 0), 0)

/** Counts the must clauses that apply and were selected. */
const applicable = (report: Report): number => count(report, 'must', 'fail', 'known', 'blocked', 'pass')

/** Returns a few sentences that say how many must clauses pass, fail, are blocked, do not apply or were tried in part. */
export const headline = (report: Report): string => {
  const blocked = count(report, 'must', 'blocked')
  const sentences = [
    mustSentence(report),
    blocked > 0 && `${blocked} ${blocked === 1 ? 'is' : 'are'} blocked.`,
    ...notTriedSentences(report),
    firstLook(report),
    interruption(report),
    otherEnvironment(report),
    report.verdict === 'partial' && 'Only a part was selected, so this is not a certification.',
  ]
  return sentences.filter(sentence => typeof sentence === 'string').join(' ')
}

const interruption = ({ run }: Report): string | false => {
  const { interrupted, ended, budgetSeconds, started, resumed = [], finished, seconds } = run
  if (!interrupted) return false
  if (ended !== undefined) return `The run ended early: ${ended.replace(/\.$/, '')}.`
  // Each part of a run that was resumed has the whole budget.
  const since = Date.parse(resumed.at(-1) ?? started)
  const took = finished === undefined ? seconds : (Date.parse(finished) - since) / 1_000
  const isUsedUp = budgetSeconds !== undefined && took >= budgetSeconds
  return isUsedUp ? `Its budget of ${budgetSeconds} s was used up.` : 'The run was interrupted.'
}

/** Quick depth leaves most checks out. */
const firstLook = ({ run, checks }: Report): string | false => {
  const tried = checks.filter(({ verdict }) => verdict !== 'not-selected').length
  if (run.depth !== 'quick' || run.selection !== undefined || tried === checks.length) return false
  return `This was a first look, by ${tried} of ${checks.length} checks.`
}

/** A KYC provider has clauses for production, and choices that only a test environment reveals. */
const otherEnvironment = ({ target: { role, environment }, verdict }: Report): string | false => {
  if (role !== 'kyc' || environment === undefined || verdict === 'partial') return false
  const other = environment === 'test' ? 'production' : 'test'
  return `This run was in ${environment}; a KYC provider needs another, with --environment ${other}, to have every clause tried.`
}

const notTriedSentences = (report: Report): string[] => {
  const other = count(report, 'must', 'not-applicable')
  const inPart = report.clauses.filter(({ level, untried = [] }) => level === 'must' && untried.length > 0).length
  return [
    ...(other > 0 ? [`${other} ${other === 1 ? 'does' : 'do'} not apply.`] : []),
    ...(inPart > 0 ? [`${inPart} ${inPart === 1 ? 'was' : 'were'} tried in part.`] : []),
  ]
}

const mustSentence = (report: Report): string => {
  const failed = count(report, 'must', 'fail', 'known')
  if (failed === 0) return passSentence(report)
  return `${failed} of ${clauses(applicable(report), 'must')} ${failed === 1 ? 'fails' : 'fail'}${knownPart(failed, count(report, 'must', 'known'))}.`
}

const knownPart = (failed: number, known: number): string => {
  if (known === 0) return ''
  return known < failed
    ? `, ${known} of them a known failure`
    : known === 1
      ? ', a known failure'
      : ', all known failures'
}

const passSentence = (report: Report): string => {
  const passed = count(report, 'must', 'pass')
  const all = applicable(report)
  if (passed === 0) return 'No must clause was tried.'
  if (passed < all) return `${passed} of ${clauses(all, 'must')} ${passed === 1 ? 'passes' : 'pass'}, none fails.`
  return passed === 1 ? 'The one must clause that applies passes.' : `All ${passed} must clauses that apply pass.`
}

/** Counts in words: `1 must clause`, `3 clauses`. */
export const clauses = (number: number, level = ''): string =>
  `${number} ${level ? `${level} ` : ''}${number === 1 ? 'clause' : 'clauses'}`

/** Writes ids on one line, the chapter once: `PAGE-01, -02, VERIFY-01`. */
export const compactIds = (ids: readonly string[]): string =>
  ids
    .map((id, index) => {
      const chapter = id.replace(/-[^-]*$/, '')
      return index > 0 && ids[index - 1]?.startsWith(`${chapter}-`) ? id.slice(chapter.length) : id
    })
    .join(', ')

const titles: Readonly<Record<Report['verdict'], string>> = {
  conformant: 'Conformant',
  'non-conformant': 'Non-conformant',
  incomplete: 'Incomplete',
  partial: 'Partial run',
}

/** Returns the title of the run's verdict. A partial run with failures says so. */
export const verdictTitle = (report: Report): string =>
  report.verdict === 'partial' && failures(report).length > 0 ? 'Partial run with failures' : titles[report.verdict]

/** Returns the clause verdict whose shape and colour stand for the run's verdict. */
export const verdictTone = (report: Report): Verdict => {
  if (report.verdict === 'non-conformant' || failures(report).length > 0) return 'fail'
  return report.verdict === 'conformant' ? 'pass' : report.verdict === 'incomplete' ? 'blocked' : 'observed'
}

/** Names an implementation: `Acme Pay, gateway, OCID 1001, https://…`. The text is not safe for a terminal or a page. */
export const factsOf = ({ name, role, ocid, baseUrl }: NonNullable<Report['partner']>): string =>
  [name, role, ocid === undefined ? undefined : `OCID ${ocid}`, baseUrl].filter(fact => fact !== undefined).join(', ')
