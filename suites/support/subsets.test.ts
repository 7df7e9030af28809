import { expect, test } from 'vitest'
import { subsetsOf } from './subsets.ts'

test('every subset occurs once, with its members in order', () => {
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
