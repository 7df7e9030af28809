import { expect, test } from 'vitest'
import { createClock } from './clock.ts'

const ours = 1_700_000_000_400

/** A clock, the reasons that it reports, and a function that sends responses of a target whose clock is some seconds ahead. */
const clockOf = () => {
  const strayed: string[] = []
  const clock = createClock(
    () => ours,
    reason => strayed.push(reason),
  )
  const show = (seconds: number, count: number, method = 'POST') => {
    for (let left = count; left > 0; left--)
      clock.see({
        headers: [['Date', new Date(1_700_000_000_000 + seconds * 1_000).toUTCString()]],
        method,
        arrivedAt: performance.now(),
      })
  }
  const ahead = () => clock.now() - 1_700_000_000
  return { clock, strayed, show, ahead }
}

test.each([5, -5, 200, -200, 290])('a clock that is set by %i s is followed', seconds => {
  const { strayed, show, ahead } = clockOf()
  show(0, 200)
  show(seconds, 12)
  expect([ahead(), strayed]).toEqual([seconds, []])
})

test('a clock is followed step by step, further than clocks differ at first', () => {
  const { strayed, show, ahead } = clockOf()
  for (const seconds of [0, 200, 400, 600]) show(seconds, 20)
  expect([ahead(), strayed]).toEqual([600, []])
})

test.each([
  [400, 'set 400 s ahead'],
  [-3_600, 'set 3600 s back'],
])('a clock that is set by %i s ends the checks that rely on it', (seconds, way) => {
  const { strayed, show, ahead } = clockOf()
  show(0, 5)
  show(seconds, 11)
  expect([ahead(), strayed]).toEqual([0, []])
  show(seconds, 1)
  expect([ahead(), strayed]).toEqual([0, [expect.stringContaining(way)]])
})

test('a cached response, or a server whose clock is always off, sets no clock', () => {
  const { clock, strayed, show, ahead } = clockOf()
  show(-3_600, 1, 'GET')
  for (let turn = 0; turn < 50; turn++) {
    show(0, 3)
    show(3_600, 1)
    show(-3_600, 20, 'GET')
  }
  show(0, 1)
  expect([ahead(), strayed, clock.mayBeSetSince(0)]).toEqual([0, [], false])
})

test('a proxy whose Date header is always an hour off is not followed', () => {
  const { strayed, show, ahead } = clockOf()
  show(3_600, 100)
  expect([ahead(), strayed]).toEqual([0, []])
})

test('a clock may have been set as soon as one response shows it, and earlier work is uncertain', () => {
  const { clock, show } = clockOf()
  show(0, 5)
  const began = performance.now()
  expect(clock.mayBeSetSince(began)).toBe(false)
  show(200, 1)
  expect(clock.mayBeSetSince(performance.now())).toBe(true)
  show(200, 11)
  expect(clock.mayBeSetSince(began)).toBe(true)
  expect(clock.mayBeSetSince(performance.now() + 1)).toBe(false)
})

test('two servers whose clocks differ make nothing doubtful once both are known', () => {
  const { clock, show, ahead } = clockOf()
  const doubts = Array.from({ length: 40 }, (_, turn) => {
    show(turn % 2 === 0 ? 0 : 8, 2)
    return clock.mayBeSetSince(performance.now() + 1)
  })
  expect(doubts.slice(4)).toEqual(Array.from({ length: 36 }, () => false))
  expect(ahead()).toBe(0)
})
