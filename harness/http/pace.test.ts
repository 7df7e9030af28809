import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPace, type Pace } from './pace.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** Requests several turns; returns which ones began, in order, and when. */
const asking = (pace: Pace) => {
  const began: { name: string; at: number; finish: () => void }[] = []
  const ask = (name: string, signal?: AbortSignal, goesFirst = false) =>
    void pace.start(signal, goesFirst).then(finish => began.push({ name, at: performance.now(), finish }))
  const names = () => began.map(({ name }) => name)
  return { ask, began, names }
}

const settle = () => vi.advanceTimersByTimeAsync(0)

test('requests begin in the order of arrival, up to the concurrency limit', async () => {
  const { ask, began, names } = asking(createPace(2))
  for (const name of ['a', 'b', 'c', 'd']) ask(name)
  await settle()
  expect(names()).toEqual(['a', 'b'])
  began[1]?.finish()
  await settle()
  expect(names()).toEqual(['a', 'b', 'c'])
  began[0]?.finish()
  await settle()
  expect(names()).toEqual(['a', 'b', 'c', 'd'])
})

test.each([
  ['begin before others that wait', undefined, ['a', 'c', 'd', 'b']],
  ['have their turn like others where there is a rate', 100, ['a', 'b', 'c', 'd']],
])('requests with precedence %s', async (_, maxRps, order) => {
  const { ask, began, names } = asking(createPace(1, maxRps))
  for (const name of ['a', 'b']) ask(name)
  for (const name of ['c', 'd']) ask(name, undefined, true)
  for (const at of [0, 1, 2]) {
    await vi.advanceTimersByTimeAsync(100)
    began[at]?.finish()
  }
  await vi.advanceTimersByTimeAsync(100)
  expect(names()).toEqual(order)
})

test('a rate spaces requests evenly, without a burst after a pause', async () => {
  const { ask, began } = asking(createPace(8, 10))
  for (const name of ['a', 'b', 'c']) ask(name)
  await vi.advanceTimersByTimeAsync(1_000)
  for (const name of ['d', 'e']) ask(name)
  await vi.advanceTimersByTimeAsync(1_000)
  const [a, b, c, d, e] = began.map(({ at }) => at)
  expect([b, c].map(at => (at ?? 0) - (a ?? 0))).toEqual([100, 200])
  expect((e ?? 0) - (d ?? 0)).toBe(100)
})

test('a rate may be less than one per second', async () => {
  const { ask, names } = asking(createPace(8, 0.1))
  for (const name of ['a', 'b']) ask(name)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(names()).toEqual(['a'])
  await vi.advanceTimersByTimeAsync(1)
  expect(names()).toEqual(['a', 'b'])
})

test('a request begins immediately if it need not wait, but never overtakes another', async () => {
  const pace = createPace(2)
  const { ask, names } = asking(pace)
  const { signal } = new AbortController()
  const finish = pace.startNow(signal)
  expect(finish).toBeDefined()
  expect(pace.startNow(signal)).toBeDefined()
  expect(pace.startNow(signal)).toBeUndefined()
  ask('a')
  ask('b')
  finish?.()
  await settle()
  expect(names()).toEqual(['a'])
  expect(createPace(2).startNow(AbortSignal.abort())).toBeUndefined()
})

test('a request does not begin immediately while the rate or a pause holds others back', async () => {
  const { signal } = new AbortController()
  const [slow, paused] = [createPace(8, 10), createPace(8)]
  expect(slow.startNow(signal)).toBeDefined()
  expect(slow.startNow(signal)).toBeUndefined()
  paused.slowDown(500)
  expect(paused.startNow(signal)).toBeUndefined()
  await vi.advanceTimersByTimeAsync(500)
  expect([slow, paused].map(pace => pace.startNow(signal) !== undefined)).toEqual([true, true])
})

test('a request that is aborted while it waits does not use a turn', async () => {
  const { ask, began } = asking(createPace(8, 1))
  const check = new AbortController()
  ask('a')
  for (let count = 0; count < 50; count++) ask('aborted', check.signal)
  ask('b')
  check.abort()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(began.filter(({ name }) => name === 'b').map(({ at }) => at)).toEqual([1_000])
})

test('while the target asks for a pause, no request begins; afterwards all continue in order', async () => {
  const pace = createPace(8)
  const { ask, names } = asking(pace)
  pace.slowDown(60_000)
  for (const name of ['a', 'b']) ask(name)
  await vi.advanceTimersByTimeAsync(59_999)
  expect(names()).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(names()).toEqual(['a', 'b'])
})

test('a target that throttles without Retry-After gets fewer requests, and more once it accepts them', async () => {
  const pace = createPace(8)
  const { ask, began } = asking(pace)
  pace.slowDown()
  for (let count = 0; count < 3; count++) ask('slow')
  await vi.advanceTimersByTimeAsync(1_000)
  const [first, second] = began.map(({ at }) => at)
  expect((second ?? 0) - (first ?? 0)).toBe(10)
})

test('one throttled request in forty does not slow the others down permanently', async () => {
  const pace = createPace(1)
  const lasting: number[] = []
  const run = async () => {
    for (let round = 0; round < 30; round += 1) {
      const began = performance.now()
      for (let sent = 0; sent < 40; sent += 1) (await pace.start())()
      pace.slowDown()
      lasting.push(performance.now() - began)
    }
  }
  const ended = run()
  await vi.advanceTimersByTimeAsync(3_600_000)
  await ended
  expect(Math.max(...lasting)).toBeLessThan(1_500)
})
