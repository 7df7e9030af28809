import { expect, test } from 'vitest'
import { subsetsOf } from './subsets.ts'

test('every subset is there once, its members in their order', () => {
  expect(subsetsOf([])).toEqual([[]])
  expect(subsetsOf(['a', 'b', 'c'])).toEqual([
    [],
    ['c'],
    ['b'],
    ['b', 'c'],
    ['a'],
    ['a', 'c'],
    ['a', 'b'],
    ['a', 'b', 'c'],
  ])
})
