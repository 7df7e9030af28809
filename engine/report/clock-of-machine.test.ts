import { expect, test, vi } from 'vitest'
import { renderSummary } from '../../reports/terminal.ts'
import { assemble } from './assemble.ts'
import { withClockOfMachine } from './clock-of-machine.ts'
import { measureSince } from './measured.ts'
import { runOf } from './run-of.test.support.ts'

test.each([
  [400_000, 'set 400 s ahead'],
  [-3_600_000, 'set 3600 s back'],
])('a run during which the clock of the machine was set by %i ms says so in one sentence', (byMs, way) => {
  const run = runOf([], () => 'pass')
  const { report } = assemble({ ...run, facts: withClockOfMachine(run.facts, byMs) })
  expect(report.preflight?.at(-1)).toMatchObject({ severity: 'info', message: expect.stringContaining(way) })
  expect(renderSummary(report, { color: false, width: 500, reportDir: '.' })).toContain(way)
})

test('a correction of the clock is not reported', () => {
  const { facts } = runOf([], () => 'pass')
  expect(withClockOfMachine(facts, 900)).toBe(facts)
})

test('the duration of a run is never negative, even if the clock of the machine is set back', () => {
  const before = measureSince(new Date(0)).finished
  vi.useFakeTimers({ now: before.getTime() - 3_600_000, toFake: ['Date'] })
  const { finished } = measureSince(before)
  vi.useRealTimers()
  expect(finished.getTime()).toBeGreaterThanOrEqual(before.getTime())
})
