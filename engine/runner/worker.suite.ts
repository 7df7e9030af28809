import { afterAll, describe, inject, test } from 'vitest'
import type { Check } from '../../harness/clause.ts'
import { checksOf } from '../../suites/index.ts'
import { openEvidence } from '../evidence.ts'
import { type OpenRun, openRun } from '../open-run.ts'
import { returnFunds } from '../return-funds.ts'
import { runCheck } from '../run-check.ts'
import { phases, targetFactsOf } from '../run-checks.ts'
import { selects } from '../selection.ts'
import { UsageError } from '../settings/usage-error.ts'
import { unpack, type WorkerInput } from './worker-protocol.ts'

/**
 * The one file that Vitest loads: it opens the session while tests are collected, and registers each selected check as a
 * test. Outcomes travel in `task.meta`, so that Vitest's three states never decide a verdict.
 */
const run = async ({ settings: carried, evidenceFile }: WorkerInput): Promise<void> => {
  const settings = unpack(carried)
  const outcome = new AbortController()
  const evidence = openEvidence(
    evidenceFile,
    Object.values(settings.identities).map(one => one.key.reveal()),
  )
  try {
    const open = await openRun(settings, evidence, outcome.signal)
    afterAll(async () => {
      await returnFunds(open, AbortSignal.timeout(30_000))
      await open.close()
      await evidence.close()
    }, 40_000)
    register(open, settings.preflightOnly ? [] : checksOf(open.run.role).filter(check => selects(settings, check)))
  } catch (error) {
    await evidence.close()
    reportTrouble(error)
  }
}

const register = (open: OpenRun, checks: readonly Check[]): void => {
  // Static meta is there as soon as the test is collected: an interrupted run still knows what it ran against.
  test('preflight', { meta: { facts: targetFactsOf(open) } }, () => undefined)
  if (open.preflight.stop !== undefined) return
  const { together, alone } = phases(checks)
  describe('together', () => {
    for (const check of together) registerCheck(open, check)
  })
  describe('alone', { concurrent: false }, () => {
    for (const check of alone) registerCheck(open, check)
  })
}

const registerCheck = ({ run }: OpenRun, check: Check): void => {
  test(check.id, async ({ task, signal }) => {
    task.meta.result = await runCheck(run, check, { signal })
  })
}

const reportTrouble = (error: unknown): void => {
  test('preflight', ({ task }) => {
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
    const remedy = error instanceof UsageError ? { remedy: error.remedy } : {}
    task.meta.startupError = {
      name: error instanceof UsageError ? 'UsageError' : name,
      message,
      ...remedy,
      ...(stack ? { stack } : {}),
    }
  })
}

await run(inject('workerInput'))
