import { expect, test } from 'vitest'
import { leastMs, longestChain, type Stage } from './least-time.ts'

const sent = (check: string, from: number, until: number) => ({ check, what: 'GET /', from, until })

test('a chain is made of requests that follow one another', () => {
  expect(longestChain([sent('a', 0, 10), sent('a', 10, 20), sent('a', 5, 15), sent('a', 21, 30)])).toBe(3)
  expect(longestChain([])).toBe(0)
})

const stageOf = (check: string) =>
  (({ c: 'alone', d: 'alone', e: 'hangs', f: 'return' }) as Record<string, Stage>)[check] ?? 'together'
const at = { stageOf, latencyMs: 100, concurrency: 3 }

test('the longest check counts, or the number of requests, and then those that run one by one', () => {
  const chain = [sent('a', 0, 10), sent('a', 10, 20)]
  const wide = Array.from({ length: 9 }, (_, index) => sent('b', index, index + 10))
  const alone = [sent('c', 30, 40), sent('d', 40, 50)]
  expect(leastMs([...chain, ...alone], at)).toBe(400)
  expect(leastMs([...chain, ...wide, ...alone], at)).toBeCloseTo((11 / 3 + 2) * 100)
})

test('the time of a hanging target counts, and the money returns in one chain', () => {
  expect(leastMs([sent('e', 0, 2_000), sent('f', 2_000, 2_010), sent('f', 2_010, 2_020)], at)).toBe(2_200)
})
