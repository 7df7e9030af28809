import { describe, expect, test } from 'vitest'
import { unexplained } from '../../harness/outcome.ts'
import { requirements, requirementsOf } from '../../protocol/requirements/index.ts'
import { violations } from '../../schemas/validate.ts'
import { checksOf } from '../../suites/index.ts'
import { leftOutReason } from '../checks/first-look.ts'
import type { Outcome } from '../verdicts.ts'
import { version } from '../version.ts'
import { assemble } from './assemble.ts'
import { runOf } from './run-of.test.support.ts'
import type { RunOutcome } from './run-outcome.ts'

const checks = checksOf('kyc')

/** A check that tests only must clauses. */
const check = checks.find(({ clauses }) => clauses.every(id => requirements[id].level === 'must')) ?? checks[0]
const id = check?.id ?? ''

/** A run against a KYC provider: every check has the same outcome, except for the given ones. */
const runWith = (changes: Record<string, Outcome> = {}, outcome: Outcome = 'pass'): RunOutcome =>
  runOf(checks, ({ id }) => changes[id] ?? outcome)

const withSettings = (run: RunOutcome, settings: Partial<RunOutcome['settings']>): RunOutcome => ({
  ...run,
  settings: { ...run.settings, ...settings },
})

describe('a report', () => {
  test('is the same, byte for byte, for the same outcome', () => {
    const text = JSON.stringify(assemble(runWith()))
    expect(JSON.stringify(assemble(runWith()))).toBe(text)
    expect(violations('report', JSON.parse(text).report)).toEqual([])
    expect(JSON.parse(text).report.run).toMatchObject({ seconds: 4.2, peakMemoryBytes: 1024, harness: version })
  })

  test('says why each check is blocked, even if its result does not', () => {
    const run = runWith({ [id]: 'blocked' })
    const results = run.results.map(({ reason: _reason, ...result }) => result)
    const { report } = assemble({ ...run, results })
    expect(report.checks.find(each => each.id === id)).toMatchObject({ verdict: 'blocked', reason: unexplained })
  })

  test('is conformant if every check passed', () => {
    const { report, exitCode } = assemble(runWith())
    expect([report.verdict, exitCode]).toEqual(['conformant', 0])
  })

  test('is non-conformant if one failed; a known failure spares the exit code', () => {
    const failed = runWith({ [id]: 'fail' })
    expect(assemble(failed)).toMatchObject({ report: { verdict: 'non-conformant' }, exitCode: 1 })
    const known = assemble(withSettings(failed, { knownFailing: [id] }))
    expect(known).toMatchObject({ report: { verdict: 'non-conformant' }, exitCode: 0 })
    expect(known.report.checks.find(each => each.id === id)?.verdict).toBe('known')
  })

  describe('if a known failure blocks other must clauses', () => {
    const others = checks.filter(
      ({ id: other, clauses }) => other !== id && clauses.every(one => !check?.clauses.includes(one)),
    )
    const other = others.find(({ clauses }) => clauses.every(one => requirements[one].level === 'must'))
    const run = (blockedBy?: string[], knownFailing = [id]) => {
      const ended = runWith({ [id]: 'fail', [other?.id ?? '']: 'blocked' })
      const results = ended.results.map(result =>
        result.id === other?.id && blockedBy ? { ...result, blockedBy } : result,
      )
      return assemble(withSettings({ ...ended, results }, { knownFailing }))
    }
    const failing = [...(check?.clauses ?? [])]

    test('a check that is blocked by it alone does not change the exit code either, and stays blocked', () => {
      const { report, exitCode } = run(failing)
      expect([report.verdict, exitCode]).toEqual(['non-conformant', 0])
      const blocked = report.clauses.find(({ id: clause }) => clause === other?.clauses[0])
      expect(blocked).toMatchObject({ verdict: 'blocked', blockedBy: failing.toSorted() })
      expect(violations('report', JSON.parse(JSON.stringify(report)))).toEqual([])
    })

    test('a check that something else blocks does not', () => {
      expect(run().exitCode).toBe(3)
      expect(run([...failing, other?.clauses[0] ?? '']).exitCode).toBe(3)
    })

    test('nor a check that an unknown failure blocks', () => {
      expect(run(failing, []).exitCode).toBe(1)
    })
  })

  test('exits with 1 if a known failure must be removed, and says which', () => {
    const entry = { id, at: 'known.yaml:2', reason: 'slow', isExpired: false }
    const withEntry = (run: RunOutcome, changes: Partial<typeof entry> = {}) =>
      assemble(withSettings(run, { knownFailing: [id], knownFailures: [{ ...entry, ...changes }] }))
    const fails = withEntry(runWith({ [id]: 'fail' }))
    expect(fails).toMatchObject({ exitCode: 0, report: { verdict: 'non-conformant', run: { exitCode: 0 } } })
    expect(fails.report.run.knownFailures).toEqual([{ id, at: 'known.yaml:2', reason: 'slow', status: 'fails' }])
    expect(violations('report', JSON.parse(JSON.stringify(fails.report)))).toEqual([])
    const passes = withEntry(runWith())
    expect(passes).toMatchObject({ exitCode: 1, report: { verdict: 'conformant', run: { exitCode: 1 } } })
    expect(passes.report.run.knownFailures?.[0]?.status).toBe('passes')
    expect(withEntry(runWith(), { id: 'CHECKOUT-04' })).toMatchObject({ exitCode: 1 })
    expect(withEntry(runWith({}, 'blocked'))).toMatchObject({ exitCode: 3 })
    const preflight = withSettings(runWith({}, 'blocked'), { preflightOnly: true })
    expect(withEntry(preflight, { isExpired: true })).toMatchObject({ exitCode: 3 })
  })

  test('leaves open entries that other targets of a run can decide', () => {
    const knownFailures = [{ id, at: 'known.yaml:2', isExpired: false }]
    const { exitCode } = assemble(withSettings(runWith(), { knownFailures, sharesKnownFailures: true }))
    expect(exitCode).toBe(0)
  })

  test('says which checks the budget did not reach', () => {
    const run = withSettings(runWith(), { budgetMs: 4_000 })
    const results = run.results.filter(result => result.id !== id)
    const { report, exitCode } = assemble({ ...run, results, interrupted: true })
    expect([report.verdict, exitCode]).toEqual(['incomplete', 3])
    expect(report.run).toMatchObject({ interrupted: true, budgetSeconds: 4 })
    expect(violations('report', JSON.parse(JSON.stringify(report)))).toEqual([])
    expect(report.checks.find(each => each.id === id)).toMatchObject({
      verdict: 'blocked',
      reason: 'the budget of 4 s was used up before it: give the run more with --budget',
    })
  })

  test('does not count what the depth leaves out as kept', () => {
    const run = runWith()
    const leftOut = checks.filter(({ kind }) => kind === 'observation').map(({ id }) => id)
    const results = run.results.filter(result => !leftOut.includes(result.id))
    const { report, exitCode } = assemble({ ...run, results, facts: { ...run.facts, leftOut } })
    expect([report.verdict, exitCode]).toEqual(['conformant', 0])
    const ofLeftOut = report.checks.filter(each => leftOut.includes(each.id))
    expect(new Set(ofLeftOut.map(({ verdict, reason }) => `${verdict}: ${reason}`))).toEqual(
      new Set([`not-selected: ${leftOutReason}`]),
    )
    const verdictsOfOpen = report.clauses.filter(({ level }) => level === 'open').map(({ verdict }) => verdict)
    expect(new Set(verdictsOfOpen)).toEqual(new Set(['not-selected']))
  })

  test('names the checks that the depth leaves out of a clause whose first check does not apply', () => {
    const [first, second] = checks.filter(({ clauses }) => clauses.includes('CONSENT-04'))
    const run = runWith({ [first?.id ?? '']: 'not-applicable' })
    const leftOut = checks.filter(each => each.clauses.includes('CONSENT-04') && each !== first).map(each => each.id)
    const results = run.results.filter(result => !leftOut.includes(result.id))
    const { clauses } = assemble({ ...run, results, facts: { ...run.facts, leftOut } }).report
    expect(leftOut).toContain(second?.id)
    const [clause] = clauses.filter(each => each.id === 'CONSENT-04')
    expect(clause).toMatchObject({ verdict: 'not-applicable', untried: [leftOutReason] })
  })

  test('is incomplete if one has no result, and says why', () => {
    const run = runWith()
    const { report, exitCode } = assemble({
      ...run,
      results: run.results.filter(result => result.id !== id),
      interrupted: true,
    })
    expect([report.verdict, exitCode]).toEqual(['incomplete', 3])
    expect(report.notTried?.find(({ what }) => what === id)?.reason).toBe('the run was interrupted before it')
  })

  test('says which parts of a clause were not tried, regardless of its verdict', () => {
    const run = runWith()
    const untried = ['An order of merchant-0123456789abcdef0123-7: none is left.', 'A second order: none was made.']
    const results = run.results.map(result => (result.id === id ? { ...result, untried } : result))
    const { report, exitCode } = assemble({ ...run, results })
    expect(exitCode).toBe(0)
    expect(report.checks.find(each => each.id === id)?.untried).toEqual(untried)
    expect(report.clauses.find(({ checks: [first] }) => first === id)).toMatchObject({
      verdict: 'pass',
      untried: ['A second order: none was made.', 'An order of merchant: none is left.'],
    })
    expect(violations('report', JSON.parse(JSON.stringify(report)))).toEqual([])
  })

  test('names a check that does not apply under a clause that passes', () => {
    const clause = requirementsOf('kyc').find(id => checks.filter(each => each.clauses.includes(id)).length > 1)
    const [first = '', second = ''] = checks.flatMap(each => (clause && each.clauses.includes(clause) ? [each.id] : []))
    const run = runWith({ [first]: 'not-applicable' })
    const reason = 'The target does not declare the capability.'
    const results = run.results.map(result => (result.id === first ? { ...result, reason } : result))
    const { report } = assemble({ ...run, results })
    const outcome = report.clauses.find(({ id }) => id === clause)
    expect(second).not.toBe('')
    expect(outcome?.untried).toEqual([reason])
  })

  test('is partial, not incomplete, if only the metadata was selected', () => {
    const { report, exitCode } = assemble(withSettings(runWith(), { only: ['META-01'] }))
    expect([report.verdict, exitCode]).toEqual(['partial', 0])
    const blocked = assemble(withSettings(runWith({}, 'blocked'), { only: ['META-01'] }))
    expect([blocked.report.verdict, blocked.exitCode]).toEqual(['incomplete', 3])
  })

  test('is partial if only a part was selected', () => {
    const { report } = assemble(withSettings(runWith(), { skip: [id] }))
    expect(report.verdict).toBe('partial')
    expect(report.checks.find(each => each.id === id)?.verdict).toBe('not-selected')
  })
})
