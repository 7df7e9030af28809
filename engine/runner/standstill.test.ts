import { expect, test } from 'vitest'
import type { Check } from '../../harness/clause.ts'
import { borrowerOf } from '../../harness/lent-out.ts'
import { checksOf } from '../../suites/index.ts'
import { checkWith } from '../checks/check.test.support.ts'
import { openRun } from '../open-run.ts'
import { assemble } from '../report/assemble.ts'
import { measureSince } from '../report/measured.ts'
import { plainSettings } from '../settings/plain-settings.test.support.ts'
import type { RunSettings } from '../settings/settings.ts'
import { startReference } from '../target/reference-target.ts'
import { targetFactsOf } from '../target/target-facts.ts'
import { runChecks } from './in-process.ts'

const given: RunSettings = {
  ...plainSettings,
  only: ['VERIFY-01', 'VERIFY-02'],
  patience: { ...plainSettings.patience, standstillMs: 1_000 },
}

/** Certifies the reference gateway with other checks beside its own; `replaced`: a check of the register that does something else. */
const certifyWith = async (planted: readonly Check[], replaced?: Check['run']) => {
  const reference = await startReference(given, 'gateway')
  const started = new Date()
  const { signal } = new AbortController()
  try {
    const open = await openRun(reference.settings, { write: () => undefined }, signal)
    const own = checksOf('gateway').filter(({ clauses }) => clauses.some(id => id === 'VERIFY-01'))
    const [first, ...others] = own
    if (first === undefined) throw new Error('there is no check to replace')
    const checks = [...others, ...planted, { ...first, run: replaced ?? first.run }]
    const results = await runChecks(open, checks, signal)
    const assembled = assemble({
      settings: given,
      facts: targetFactsOf(open),
      checks: checksOf('gateway'),
      results,
      interrupted: open.ending.signal.aborted,
      ended: open.ending.reason,
      measured: measureSince(started),
      evidence: { file: '', digest: '', requests: open.run.http.requests },
    })
    return { ...assembled, results, replacedId: first.id }
  } finally {
    await reference.close()
  }
}

/** Takes accounts one by one, which no check may do. */
const takesTwo = (id: string): Check =>
  checkWith({
    id,
    run: async ({ run: { accountPool }, signal, idle }) => {
      await idle(accountPool.lease(signal))
      await idle(borrowerOf(signal).borrow('accounts', () => accountPool.lease(signal)))
    },
  })

test('a planted deadlock ends with a report that says who waits for what', { timeout: 30_000 }, async () => {
  const others = ['planted/one', 'planted/two', 'planted/three'].map(takesTwo)
  const { report, exitCode, results, replacedId } = await certifyWith(others, () => new Promise(() => undefined))
  expect({ exitCode, verdict: report.verdict, interrupted: report.run.interrupted }).toEqual({
    exitCode: 3,
    verdict: 'incomplete',
    interrupted: true,
  })
  expect(report.run.ended).toMatch(/^the run hung: nothing was in progress for 1 s/)
  expect(report.run.ended).toMatch(/planted\/two waits for test accounts/i)
  expect(report.checks.find(({ id }) => id === replacedId)).toMatchObject({
    verdict: 'blocked',
    reason: report.run.ended,
  })
  expect(results.some(({ outcome }) => outcome === 'pass')).toBe(true)
  expect(results.filter(({ harnessError }) => harnessError !== undefined)).toEqual([])
})

test('a check that asks for a second account while it has one is a fault of the harness, and does not wait', async () => {
  const greedy = checkWith({
    id: 'planted/greedy',
    run: async context => {
      await context.account(0)
      await context.account(0)
    },
  })
  const { results } = await certifyWith([greedy])
  const result = results.find(({ id }) => id === 'planted/greedy')
  expect(result?.harnessError).toContain('planted/greedy asks for test accounts while it has some')
})

test('a check that does not end when its run does is blocked, and does not delay the report', {
  timeout: 30_000,
}, async () => {
  const stubborn = checkWith({
    id: 'planted/stubborn',
    run: async context => {
      context.afterwards(() => new Promise(() => undefined))
      await new Promise(() => undefined)
    },
  })
  const { exitCode, results } = await certifyWith([stubborn])
  expect(exitCode).toBe(3)
  expect(results.find(({ id }) => id === 'planted/stubborn')).toMatchObject({ outcome: 'blocked' })
})
