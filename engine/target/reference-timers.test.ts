import { afterEach, beforeEach, expect, test } from 'vitest'
import { hastenTimers, openReferenceTimers, type ReferenceTimers } from './reference-timers.ts'

const longMs = 3_001

let timers: ReferenceTimers
beforeEach(() => {
  timers = openReferenceTimers()
})
afterEach(() => timers.close())

const elapsed = (ms: number) => new Promise<void>(resolve => void timers.after(ms, resolve))

test('a timer runs when its time has come', async () => {
  await elapsed(1)
})

test('timers run early, in the order of their times, while a run speeds them up', async () => {
  const order: number[] = []
  const all = [1_500, 600].map(ms => elapsed(ms).then(() => void order.push(ms)))
  const stop = hastenTimers(timers.name)
  await Promise.all(all)
  stop()
  expect(order).toEqual([600, 1_500])
})

test('a long or cancelled one does not run; those of another reference keep real time', async () => {
  const ran: string[] = []
  const other = openReferenceTimers()
  timers.after(longMs, () => void ran.push('long'))
  timers.after(600, () => void ran.push('cancelled'))()
  other.after(3_000, () => void ran.push('of another'))
  const stop = hastenTimers(timers.name)
  await elapsed(3_000)
  stop()
  other.close()
  expect(ran).toEqual([])
})
