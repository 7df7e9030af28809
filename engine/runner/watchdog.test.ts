import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActivity } from '../../harness/activity.ts'
import { standstillText, watchOver } from './watchdog.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const times = { ms: 60_000, everyMs: 1_000 }

/** Watches an activity; returns the findings. */
const watching = () => {
  const activity = createActivity()
  const found: (readonly { who: string; what: string }[])[] = []
  const { stop } = watchOver(activity, waiting => found.push(waiting), times)
  return { activity, found, stop }
}

const forever = new Promise<never>(() => undefined)

test('a run in which checks wait for each other is found after a minute, once, with who waits for what', async () => {
  const { activity, found } = watching()
  void activity.waitFor({ who: 'suite/a', what: 'test accounts' }, forever)
  void activity.waitFor({ who: 'suite/b', what: 'its place in the run' }, forever)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(found).toEqual([])
  await vi.advanceTimersByTimeAsync(120_000)
  expect(found).toEqual([
    [
      { who: 'suite/a', what: 'test accounts' },
      { who: 'suite/b', what: 'its place in the run' },
    ],
  ])
})

test('while something that ends by itself is under way, nothing is reported, however long it takes', async () => {
  const { activity, found, stop } = watching()
  void activity.waitFor({ who: 'suite/a', what: 'test accounts' }, forever)
  const end = activity.begin()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(found).toEqual([])
  end()
  end()
  await vi.advanceTimersByTimeAsync(59_000)
  expect(found).toEqual([])
  await vi.advanceTimersByTimeAsync(3_000)
  expect(found).toHaveLength(1)
  stop()
})

test('any event restarts the minute, and the end of the run ends the watch', async () => {
  const { activity, found, stop } = watching()
  for (let minute = 0; minute < 5; minute++) {
    await vi.advanceTimersByTimeAsync(50_000)
    await activity.during(Promise.resolve())
    await activity.during(Promise.reject(new Error('refused'))).catch(() => undefined)
  }
  expect(found).toEqual([])
  stop()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(found).toEqual([])
})

test('time in which the machine slept, or this process could not work, does not count', async () => {
  const clock = vi.spyOn(performance, 'now')
  const { activity, found, stop } = watching()
  void activity.waitFor({ who: 'suite/a', what: 'test accounts' }, forever)
  // Each tick is ten minutes late.
  let late = 0
  const now = clock.getMockImplementation() ?? (() => 0)
  const began = Date.now()
  clock.mockImplementation(() => now() + Date.now() - began + late)
  for (let tick = 0; tick < 20; tick++) {
    late += 600_000
    await vi.advanceTimersByTimeAsync(250)
  }
  expect(found).toEqual([])
  stop()
  clock.mockRestore()
})

test('the text names some that wait, and counts the others if there are many', () => {
  expect(standstillText([{ who: 'suite/a', what: 'test accounts' }])).toContain('Suite/a waits for test accounts')
  const many = Array.from({ length: 23 }, (_, at) => ({ who: `suite/${at}`, what: 'test accounts' }))
  expect(standstillText(many)).toContain('suite/19 waits for test accounts; 3 more wait')
  expect(standstillText([])).toContain('no check says what it waits for'.slice(1))
})
