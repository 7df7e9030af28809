import { expect, test } from 'vitest'
import { createSeats, type Sleeper } from './seats.ts'

test('another browser of an interrupted check does not wait for room', async () => {
  const controller = new AbortController()
  const check = { signal: controller.signal }
  const seats = createSeats(1)
  const busy = (): Sleeper => ({ isBusy: true, sleep: async () => undefined })
  await seats.take(check, busy())
  await seats.take(check, busy())
  const taking = seats.take(check, busy())
  controller.abort()
  let immediates = 0
  const isTaken = taking.then(() => true)
  const isLate = (async () => {
    for (; immediates < 100; immediates += 1) await new Promise(setImmediate)
    return false
  })()
  expect(await Promise.race([isTaken, isLate])).toBe(true)
})
