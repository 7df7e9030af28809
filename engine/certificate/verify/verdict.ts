import { isRequirementId, registerVersion, requirements, requirementsOf } from '../../../protocol/requirements/index.ts'
import type { Report } from '../../../schemas/messages.ts'
import { countsOf } from '../../report/counts.ts'
import { quoted } from '../../settings/options/readers.ts'
import { version } from '../../version.ts'
import { profileIn } from './dialect.ts'
import { type Finding, fits, misfit, unless } from './finding.ts'

/** Maximum number of reported faults of one kind. */
const most = 3

const firstOf = (faults: readonly string[]): string[] =>
  faults.length <= most ? [...faults] : [...faults.slice(0, most), `There are ${faults.length - most} more of these.`]

/** Compares the clauses of a report with the register of this harness. */
export const verifyRegister = ({ run, target, clauses }: Report): Finding[] => {
  if (run.register !== registerVersion)
    return [
      misfit(
        'register',
        `It is in edition ${quoted(run.register)}; this oc-conformance has ${registerVersion}. Verify with ${quoted(run.harness)}.`,
      ),
    ]
  const wanted = requirementsOf(target.role)
  const found = new Map(clauses.map(clause => [clause.id, clause.level]))
  const faults = [
    ...wanted.filter(id => !found.has(id)).map(id => `The clause ${id} is missing.`),
    ...wanted
      .filter(id => found.has(id) && found.get(id) !== requirements[id].level)
      .map(id => `The clause ${id} has a different level than in the register.`),
    ...clauses
      .filter(({ id }) => !isRequirementId(id) || !wanted.includes(id))
      .map(({ id }) => `There is no clause ${quoted(id)} for this role.`),
    ...(found.size === clauses.length ? [] : ['A clause is listed twice.']),
  ]
  return unless('register', firstOf(faults), `Edition ${run.register}, all ${wanted.length} clauses of the role.`)
}

/** Compares the checks of a report with those of this harness, if the same version made the report. */
export const verifyHarness = ({ run, checks }: Report, wanted: readonly string[]): Finding[] => {
  if (run.harness !== version)
    return [
      fits('harness', `It is of version ${quoted(run.harness)}; this is ${version}, so its checks are not compared.`),
    ]
  if (run.selection || run.shard)
    return [fits('harness', `Version ${version}. Only a part was selected, so its checks are not compared.`)]
  const found = new Set(checks.map(({ id }) => id))
  const known = new Set(wanted)
  const faults = [
    ...wanted.filter(id => !found.has(id)).map(id => `The check ${id} is missing.`),
    ...[...found].filter(id => !known.has(id)).map(id => `This version has no check ${quoted(id)}.`),
  ]
  return unless('harness', firstOf(faults), `Version ${version}, all ${wanted.length} checks of the role.`)
}

/** Returns whether a report contains a valid profile. */
export const verifyProfile = (report: Report): Finding[] =>
  unless(
    'profile',
    profileIn(report) === undefined ? ['It has choices that this oc-conformance does not know.'] : [],
    'Every choice is known.',
  )

/** Compares the verdict of a report with its clauses, and its clauses with its checks. */
export const verifyVerdict = (report: Report): Finding[] => {
  const faults = [...verdictFaults(report), ...firstOf(clauseFaults(report))]
  if (JSON.stringify(countsOf(report.clauses)) !== JSON.stringify(report.counts))
    faults.push('The counts are not those of its clauses.')
  return unless('verdict', faults, `It says ${report.verdict}, as its clauses and checks do.`)
}

const verdictFaults = ({ verdict, clauses, run }: Report): string[] => {
  const must = clauses.filter(({ level }) => level === 'must').map(clause => clause.verdict)
  const isBroken = must.includes('fail') || must.includes('known')
  if (isBroken !== (verdict === 'non-conformant'))
    return [`It says ${verdict}, and ${isBroken ? 'a must clause fails' : 'no must clause fails'}.`]
  if (verdict !== 'conformant') return []
  return [
    ...(run.selection || run.shard ? ['It says conformant, but only a part was selected.'] : []),
    ...(run.interrupted ? ['It says conformant, but the run was interrupted.'] : []),
    ...(must.includes('blocked') ? ['It says conformant, but a must clause is blocked.'] : []),
    ...(must.includes('not-selected') ? ['It says conformant, but a must clause was not selected.'] : []),
    ...(must.includes('pass') ? [] : ['It says conformant, but no must clause passed.']),
  ]
}

/** Check verdicts that fail or block a must clause, and those of a check that passed: it may also decide an open clause. */
const worse = ['fail', 'known', 'blocked']
const passing = ['pass', 'observed']

const clauseFaults = ({ clauses, checks }: Report): string[] => {
  const byId = new Map(checks.map(check => [check.id, check]))
  return clauses
    .filter(({ level, verdict }) => level === 'must' && (verdict === 'pass' || verdict === 'not-applicable'))
    .flatMap(({ id, checks: deciding, verdict }) => {
      const found = deciding.map(name => byId.get(name))
      if (found.some(check => !check?.clauses.includes(id))) return [`${id} names a check that does not decide it.`]
      const bad = found.find(check => check && worse.includes(check.verdict))
      if (bad) return [`${id} says ${verdict}, and its check ${quoted(bad.id)} says ${bad.verdict}.`]
      const isUnproven = verdict === 'pass' && !found.some(check => check && passing.includes(check.verdict))
      return isUnproven ? [`${id} says pass, but none of its checks passed.`] : []
    })
}
