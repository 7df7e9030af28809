import { expect, test } from 'vitest'
import { nowMs } from '../../protocol/time.ts'
import { checksOf } from '../../suites/index.ts'
import { openRun } from '../open-run.ts'
import { plainSettings } from '../settings/plain-settings.test.support.ts'
import { startReference } from '../target/reference-target.ts'
import { runChecks } from './in-process.ts'

/** Runs the checks of request signatures against a merchant whose clock is set by `seconds` before the first of them. */
const runWhileSet = async (seconds: number) => {
  let setByMs = 0
  const reference = await startReference(plainSettings, 'merchant', { time: () => nowMs() + setByMs })
  const { signal } = new AbortController()
  try {
    const open = await openRun(reference.settings, { write: () => undefined }, signal)
    setByMs = seconds * 1_000
    const checks = checksOf('merchant').filter(
      ({ kind, clauses }) => kind === 'clause' && clauses.some(id => id.startsWith('AUTH-')),
    )
    const results = await runChecks(open, checks, signal)
    return { reason: open.ending.reason, outcomes: new Set(results.map(({ outcome }) => outcome)) }
  } finally {
    await reference.close()
  }
}

test.each([200, -200])("a target's clock that is set by %i s during the run is followed", async seconds => {
  const { reason, outcomes } = await runWhileSet(seconds)
  expect(reason).toBeUndefined()
  expect([outcomes.has('pass'), outcomes.has('fail')]).toEqual([true, false])
})

test.each([3_600, -3_600])(
  "a target's clock that is set by %i s during the run ends it, and nothing fails",
  async seconds => {
    const { reason, outcomes } = await runWhileSet(seconds)
    expect(reason).toContain('the clock of the target was set')
    expect([outcomes.has('blocked'), outcomes.has('fail')]).toEqual([true, false])
  },
)
