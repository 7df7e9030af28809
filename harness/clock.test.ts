import { describe, expect, test } from 'vitest'
import { type Clock, createClock } from './clock.ts'

const ours = 1_700_000_000_400

/** A clock that has seen a response that just arrived. */
const clockThatSaw = (...dates: string[]): Clock => {
  const clock = createClock(() => ours)
  for (const date of dates)
    clock.see({
      headers: [['Date', date]],
      get arrivedAt() {
        return performance.now()
      },
    })
  return clock
}

const dateAt = (seconds: number) => new Date(seconds * 1_000).toUTCString()

describe('the clock of a target', () => {
  test('is ours until it shows a different one', () => {
    expect(clockThatSaw().now()).toBe(1_700_000_000)
    expect(clockThatSaw('no date').now()).toBe(1_700_000_000)
    expect(clockThatSaw().msUntil(1_700_000_001)).toBe(1_800)
  })

  test.each([-299, -100, -2, 2, 100, 299])('is %i s ahead', seconds => {
    const clock = clockThatSaw(dateAt(1_700_000_000 + seconds))
    clock.seeRequest(1_700_000_000 + seconds, performance.now())
    expect(Math.abs(clock.now() - (1_700_000_000 + seconds))).toBeLessThanOrEqual(1)
    expect(clock.now(ours + 10_000) - clock.now()).toBe(10)
    expect(clock.msUntil(clock.now() - 5)).toBe(0)
    expect(clock.msUntil(clock.now() + 10)).toBeGreaterThan(10_000)
  })

  test('is the latest one that it showed: a header may be cached', () => {
    const [cached, fresh] = [dateAt(1_700_000_010), dateAt(1_700_000_050)]
    // In the middle of a second, so that two readings fall into the same one.
    const middle = ours + 500
    expect(clockThatSaw(cached, fresh, cached).now(middle)).toBe(clockThatSaw(fresh).now(middle))
  })

  test.each([
    ['at first', (usual: string[], other: string) => [other, ...usual]],
    [
      'now and then',
      (usual: string[], other: string) => usual.flatMap((date, at) => (at % 4 > 0 ? date : [other, date])),
    ],
    ['at last', (usual: string[], other: string) => [...usual, other]],
  ])('agrees with most uncached responses if %s another clock is ahead', (_when, mix) => {
    const usual = Array.from({ length: 12 }, () => dateAt(1_700_000_000))
    const clock = createClock(() => ours)
    for (const date of mix(usual, dateAt(1_700_000_280)))
      clock.see({ headers: [['Date', date]], arrivedAt: performance.now(), method: 'POST' })
    clock.see({ headers: [['Date', dateAt(1_700_000_280)]], arrivedAt: performance.now(), method: 'GET' })
    expect(Math.abs(clock.now() - 1_700_000_000)).toBeLessThanOrEqual(1)
  })

  test('is ours if it is too far off', () => {
    expect(clockThatSaw(dateAt(1_700_003_600)).now()).toBe(1_700_000_000)
  })

  test('says now within two minutes, by either clock', () => {
    const clock = clockThatSaw(dateAt(1_700_000_200))
    const from = clock.now()
    for (const timestamp of [from, from - 119, from + 119, from - 200, from - 319])
      expect(clock.isNow(timestamp, from)).toBe(true)
    for (const timestamp of [from - 330, from + 130, from * 1_000, String(from), undefined, Number.NaN])
      expect(clock.isNow(timestamp, from)).toBe(false)
  })

  test('was advanced: stored data of the target is older, but requests are not', () => {
    const clock = clockThatSaw(dateAt(1_700_000_100))
    clock.seeRequest(1_700_000_100, performance.now())
    const [sentAt, expiresAt] = [clock.requestNow(), clock.now() + 1_800]
    clock.movedOn(1_800)
    expect([clock.requestNow(), clock.now()]).toEqual([sentAt, expiresAt])
    expect(clock.msUntil(expiresAt)).toBeLessThanOrEqual(2_200)
    expect(clock.now(ours + 10_000) - clock.requestNow()).toBe(1_810)
    expect([clock.isNow(expiresAt, clock.now()), clock.isNow(sentAt, clock.now())]).toEqual([true, false])
  })

  test('does not date a proof before its order', () => {
    const clock = clockThatSaw()
    expect(clock.notBefore(1_700_000_001)).toBe(1_700_000_001)
    expect(clock.notBefore(1_700_000_000.5)).toBe(1_700_000_001)
    for (const timestamp of [1_699_999_999, 1_700_003_600, '1700000001', undefined])
      expect(clock.notBefore(timestamp)).toBe(1_700_000_000)
  })

  describe('shows by its stamps that the Date header is of another server', () => {
    /** A clock that has seen proofs stamped by our clock, in responses dated this many seconds ahead. */
    const clockDated = (seconds: number, proofs = 3, stampedAt = 1_700_000_000): Clock => {
      const clock = createClock(() => ours)
      for (let left = proofs; left > 0; left--) {
        const headers: [string, string][] = [['Date', dateAt(1_700_000_000 + seconds)]]
        const json = { proof: { timestamp: stampedAt } }
        clock.see({ headers, json, method: 'POST', sentAt: performance.now() - 10, arrivedAt: performance.now() })
      }
      return clock
    }

    test.each([2, 8, 100])('%i s ahead: a second has passed once both show it', seconds => {
      const clock = clockDated(seconds)
      expect(clock.msUntil(1_700_000_010)).toBeGreaterThanOrEqual(10_000)
      expect(clock.earliest()).toBeLessThanOrEqual(1_700_000_000)
      expect(clock.latest()).toBe(clock.now())
    })

    test.each([-2, -8, -100])('%i s ahead: a second lies ahead while neither shows it', seconds => {
      const clock = clockDated(seconds)
      expect(Math.abs(clock.latest() - 1_700_000_000)).toBeLessThanOrEqual(1)
      expect(clock.earliest()).toBeLessThanOrEqual(clock.now())
    })

    test.each([2, -2, 100, -100])('%i s ahead: until it stamps anything, our clock counts too', seconds => {
      const clock = clockThatSaw(dateAt(1_700_000_000 + seconds))
      expect(clock.msUntil(1_700_000_010)).toBeGreaterThanOrEqual(10_000)
      expect(clock.latest()).toBeGreaterThanOrEqual(1_700_000_000)
    })

    test('or by its requests', () => {
      const clock = clockDated(60, 3, 0)
      clock.seeRequest(1_700_000_000, performance.now())
      expect(clock.earliest()).toBeLessThanOrEqual(1_700_000_000)
    })

    test('but not by a stamp that is far from now, nor by a few old ones', () => {
      const clock = clockDated(0)
      for (const stamp of [1_700_003_600, 1_699_996_400, 1_699_999_920, Number.NaN, undefined])
        clock.seeRequest(stamp, performance.now())
      expect([clock.now() - clock.earliest(), clock.latest() - clock.now()]).toEqual([0, 0])
    })

    test('but not by a stored document', () => {
      const clock = createClock(() => ours)
      const json = { proof: { timestamp: 1_699_999_920 } }
      clock.see({ headers: [['Date', dateAt(1_700_000_000)]], json, method: 'GET', arrivedAt: performance.now() })
      expect(clock.earliest()).toBe(clock.now())
    })
  })
})
