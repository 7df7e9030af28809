import { expect, test } from 'vitest'
import { createClock } from '../../harness/clock.ts'
import { fail } from '../../harness/outcome.ts'
import type { RunContext } from '../../harness/run-context.ts'
import { checkWith, runAt } from './check.test.support.ts'
import { runCheck } from './run-check.ts'
import { unlessSet } from './unless-set.ts'

/** A run in which this many responses of the target show that its clock was set by `seconds`. */
const runThatSees = () => {
  const clock = createClock()
  const show = (seconds: number, count: number) => {
    for (let left = count; left > 0; left--)
      clock.see({
        headers: [['Date', new Date(clock.now() * 1_000 + seconds * 1_000).toUTCString()]],
        method: 'POST',
        arrivedAt: performance.now(),
      })
  }
  show(0, 5)
  const run: RunContext = { ...runAt('quick'), clock }
  return { run, show }
}

const failing = () => fail('the timestamp is too old', { expected: 'now', actual: 'before' })

test('a check that fails while the clock of the target is set is tried again with the new clock', async () => {
  const { run, show } = runThatSees()
  let tries = 0
  const check = checkWith({
    run: async () => {
      tries += 1
      if (tries > 1) return
      show(200, 12)
      failing()
    },
  })
  expect([(await runCheck(run, check)).outcome, tries]).toEqual(['pass', 2])
})

test('a check that fails again is blocked while it is unclear which clock applies', async () => {
  const { run, show } = runThatSees()
  const check = checkWith({
    run: async () => {
      show(400, 1)
      failing()
    },
  })
  const { outcome, reason } = await runCheck(run, check)
  expect([outcome, reason]).toEqual(['blocked', expect.stringMatching(/clock was set.*the timestamp is too old/)])
})

test('a result that does not depend on a clock stays', () => {
  const clock = { mayBeSetSince: () => true }
  for (const end of [{ outcome: 'pass' }, { outcome: 'not-applicable' }, { outcome: 'fail', isProof: true }] as const)
    expect(unlessSet(clock, 0, end)).toBe(end)
})

test('a check that fails is tried again once two clocks that are seconds apart are known, and then judged', async () => {
  const { run } = runThatSees()
  /** Shows a clock that has skipped the second before the observed one. */
  const showBefore = () => {
    const arrivedAt = performance.now()
    const date = new Date((run.clock.now() - 2) * 1_000).toUTCString()
    run.clock.see({ headers: [['Date', date]], method: 'POST', sentAt: arrivedAt, arrivedAt })
  }
  let tries = 0
  const check = checkWith({
    run: async () => {
      tries += 1
      showBefore()
      failing()
    },
  })
  expect([(await runCheck(run, check)).outcome, run.clock.apartMs() > 1_000]).toEqual(['fail', true])
  expect(tries).toBeGreaterThan(1)
})
