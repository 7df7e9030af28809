import { expect, test } from 'vitest'
import { createClock } from './clock.ts'
import type { Stamp } from './clock-undated.ts'

/** The clock of a target without Date headers, the reasons that it reports, and a function that sets this machine's clock. */
const undated = () => {
  const strayed: string[] = []
  let setByMs = 0
  const clock = createClock(
    () => 1_700_000_000_000,
    reason => strayed.push(reason),
    () => setByMs,
  )
  const show = (stamp?: Stamp, headers: [string, string][] = []) => {
    const arrivedAt = performance.now()
    clock.see({ headers, method: 'POST', sentAt: arrivedAt, arrivedAt }, stamp)
  }
  const set = (ms: number) => {
    setByMs += ms
  }
  return { clock, strayed, show, set }
}

test.each([2_000, -2_000])("this machine's clock is set by %i ms: it may be the target's as well", ms => {
  const { clock, strayed, show, set } = undated()
  show()
  const began = performance.now()
  expect([clock.mayBeSetSince(began), clock.apartMs()]).toEqual([false, 0])
  set(ms)
  expect(clock.mayBeSetSince(began)).toBe(true)
  expect(clock.mayBeSetSince(performance.now() + 1)).toBe(false)
  expect([clock.apartMs(), strayed]).toEqual([2_000, []])
})

test.each([
  [400_000, 'was set 400 s ahead'],
  [-400_000, 'was set 400 s back'],
])('a clock of this machine that is set by %i ms leaves that of the target unknown', (ms, way) => {
  const { strayed, show, set } = undated()
  set(ms)
  show()
  expect(strayed).toEqual([expect.stringContaining(way)])
})

test("drift of this machine's clock, or a target with Date headers, makes nothing doubtful", () => {
  const drifting = undated()
  for (let turn = 0; turn < 20; turn++) {
    drifting.set(500)
    drifting.show()
  }
  const dated = undated()
  dated.show(undefined, [['Date', new Date(1_700_000_000_000).toUTCString()]])
  dated.set(400_000)
  for (let turn = 0; turn < 20; turn++) dated.show(turn === 0 ? 'taken' : 'refused')
  for (const { clock, strayed } of [drifting, dated])
    expect([clock.mayBeSetSince(0), clock.apartMs(), strayed]).toEqual([false, 0, []])
})

test('a target that refuses the current time after accepting it is doubtful, and then no longer judged', () => {
  const { clock, strayed, show } = undated()
  show('taken')
  expect(clock.mayBeSetSince(0)).toBe(false)
  show('refused')
  expect(clock.mayBeSetSince(performance.now() + 1)).toBe(true)
  show()
  for (let left = 10; left > 0; left--) show('refused')
  expect(strayed).toEqual([])
  show('refused')
  expect(strayed).toEqual([expect.stringContaining('refuses the current second')])
})

test('a target that refuses the current time at first, or occasionally, is at fault', () => {
  const [always, sometimes] = [undated(), undated()]
  for (let turn = 0; turn < 30; turn++) {
    always.show('refused')
    sometimes.show(turn % 3 === 0 ? 'taken' : 'refused')
  }
  for (const { clock, strayed } of [always, sometimes]) expect([clock.mayBeSetSince(0), strayed]).toEqual([false, []])
})
