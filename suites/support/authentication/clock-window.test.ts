import { describe, expect, test } from 'vitest'
import { clockWindow } from './clock-window.ts'

const measure = async (window: number) => {
  let probes = 0
  const found = await clockWindow(async seconds => {
    probes += 1
    return seconds <= window
  })
  return { found, probes }
}

describe('clockWindow', () => {
  test.each([0, 30, 60, 120, 300, 600, 3600, 86_400])(
    'finds the usual window of %i s exactly, in few probes',
    async window => {
      const { found, probes } = await measure(window)
      expect(found).toBe(window)
      expect(probes).toBeLessThanOrEqual(8)
    },
  )

  test.each([42, 77, 333, 5000, 50_000])('finds an unusual window of %i s within two seconds', async window => {
    const { found, probes } = await measure(window)
    expect(Math.abs((found ?? Number.NaN) - window)).toBeLessThanOrEqual(2)
    expect(probes).toBeLessThanOrEqual(24)
  })

  test('returns a day for an endless window, and undefined for one that never opens', async () => {
    expect((await measure(Number.POSITIVE_INFINITY)).found).toBe(86_400)
    expect((await measure(-1)).found).toBeUndefined()
  })
})
