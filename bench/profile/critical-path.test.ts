import { expect, test } from 'vitest'
import { criticalPath, partsOf } from './critical-path.ts'

const sent = (check: string, what: string, from: number, until: number) => ({ check, what, from, until })

test('follows the check that ends last through its requests and waits', () => {
  const path = criticalPath([sent('a', 'pay', 0, 10), sent('b', 'other', 0, 500), sent('a', 'verify', 2_000, 2_020)])
  expect(partsOf(path)).toEqual([
    {
      check: 'a',
      requests: 2,
      requestMs: 30,
      waitMs: 1_990,
      longest: { check: 'a', kind: 'wait', what: 'after pay', ms: 1_990 },
    },
  ])
})

test('a check that waits for the others is followed to the one that ended last', () => {
  const path = criticalPath([
    sent('a', 'pay', 0, 10),
    sent('b', 'first', 0, 10),
    sent('b', 'last', 900, 1_000),
    sent('a', 'look', 1_010, 1_020),
  ])
  expect(partsOf(path).map(({ check, waitMs }) => [check, waitMs])).toEqual([
    ['b', 890],
    ['a', 10],
  ])
})

test('a check that starts late is followed to the one that ended before it', () => {
  const path = criticalPath([sent('a', 'one', 0, 50), sent('b', 'two', 60, 90)])
  expect(partsOf(path).map(({ check, requestMs }) => [check, requestMs])).toEqual([
    ['a', 50],
    ['b', 30],
  ])
})
