import { afterAll, describe, inject, test } from 'vitest'
import type { Check } from '../../suites/harness/clause.ts'
import { checksOf } from '../../suites/index.ts'
import { factsOf, phases } from '../conduct.ts'
import { openEvidence } from '../evidence.ts'
import { perform } from '../perform.ts'
import { selects } from '../selected.ts'
import { type OpenSession, openSession } from '../session.ts'
import { UsageError } from '../settings/usage-error.ts'
import { settle } from '../settle.ts'
import { type Errand, unpack } from './carried.ts'

/**
 * The one file that Vitest loads: it opens the session while tests are collected, and registers each selected check as a
 * test. Outcomes travel in `task.meta`, so that Vitest's three states never decide a verdict.
 */
const run = async ({ settings: carried, evidenceFile }: Errand): Promise<void> => {
  const settings = unpack(carried)
  const ending = new AbortController()
  const evidence = openEvidence(
    evidenceFile,
    Object.values(settings.identities).map(one => one.key.reveal()),
  )
  try {
    const open = await openSession(settings, evidence, ending.signal)
    afterAll(async () => {
      await settle(open, AbortSignal.timeout(30_000))
      await open.close()
      await evidence.close()
    }, 40_000)
    register(open, settings.preflightOnly ? [] : checksOf(open.session.role).filter(check => selects(settings, check)))
  } catch (error) {
    await evidence.close()
    reportTrouble(error)
  }
}

const register = (open: OpenSession, checks: readonly Check[]): void => {
  // Static meta is there as soon as the test is collected: an interrupted run still knows what it ran against.
  test('preflight', { meta: { facts: factsOf(open) } }, () => undefined)
  if (open.preflight.stop !== undefined) return
  const { together, alone } = phases(checks)
  describe('together', () => {
    for (const check of together) registerCheck(open, check)
  })
  describe('alone', { concurrent: false }, () => {
    for (const check of alone) registerCheck(open, check)
  })
}

const registerCheck = ({ session }: OpenSession, check: Check): void => {
  test(check.id, async ({ task, signal }) => {
    task.meta.result = await perform(session, check, { signal })
  })
}

const reportTrouble = (error: unknown): void => {
  test('preflight', ({ task }) => {
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
    const remedy = error instanceof UsageError ? { remedy: error.remedy } : {}
    task.meta.trouble = {
      name: error instanceof UsageError ? 'UsageError' : name,
      message,
      ...remedy,
      ...(stack ? { stack } : {}),
    }
  })
}

await run(inject('errand'))
