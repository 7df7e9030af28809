import { expect, test } from 'vitest'
import { pause } from './pause.ts'

const elapsed = async (wait: Promise<void>): Promise<number> => {
  const began = performance.now()
  await wait
  return performance.now() - began
}

test('waits the given milliseconds', async () => {
  expect(await elapsed(pause(30))).toBeGreaterThanOrEqual(28)
  expect(await elapsed(pause(0))).toBeLessThan(20)
  expect(await elapsed(pause(-1_000))).toBeLessThan(20)
})

test('ends without an error when its signal aborts', async () => {
  const stop = new AbortController()
  const waiting = elapsed(pause(60_000, stop.signal))
  stop.abort()
  expect(await waiting).toBeLessThan(1_000)
  expect(await elapsed(pause(60_000, stop.signal))).toBeLessThan(1_000)
})

test('a loop of pauses with an aborted signal does not block the event loop', async () => {
  let isOver = false
  setTimeout(() => {
    isOver = true
  }, 1)
  for (let looks = 0; looks < 1_000_000 && !isOver; looks += 1) await pause(10, AbortSignal.abort())
  expect(isOver).toBe(true)
})
