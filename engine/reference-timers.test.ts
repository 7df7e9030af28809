import { afterEach, beforeEach, expect, test } from 'vitest'
import { hastenTimers, openReferenceTimers, type ReferenceTimers } from './reference-timers.ts'

const hourMs = 3_600_000

let timers: ReferenceTimers
beforeEach(() => {
  timers = openReferenceTimers()
})
afterEach(() => timers.close())

const elapsed = (ms: number) => new Promise<void>(resolve => void timers.after(ms, resolve))

test('a timer runs when its time has come', async () => {
  await elapsed(1)
})

test('timers are brought forward while a run hastens them, in the order of their times', async () => {
  const order: number[] = []
  const all = [1_500, 600].map(ms => elapsed(ms).then(() => void order.push(ms)))
  const stop = hastenTimers(timers.name)
  await Promise.all(all)
  stop()
  expect(order).toEqual([600, 1_500])
})

test('one that is far away, or cancelled, does not run; those of another reference keep real time', async () => {
  const ran: string[] = []
  const other = openReferenceTimers()
  timers.after(hourMs, () => void ran.push('far away'))
  timers.after(600, () => void ran.push('cancelled'))()
  other.after(hourMs, () => void ran.push('of another'))
  const stop = hastenTimers(timers.name)
  await elapsed(900)
  stop()
  other.close()
  expect(ran).toEqual([])
})
