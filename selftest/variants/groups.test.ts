import { expect, test } from 'vitest'
import type { AnyVariant } from '../../implementations/variants/variant.ts'
import { groupsOfVariants } from './groups.ts'

const choice = (name: string): AnyVariant => ({ name, story: `Someone chose ${name}.` })

test('a variant with a reason to be alone, or that blocks clauses, is alone', () =>
  expect(
    groupsOfVariants([
      { ...choice('no transfers'), isAlone: 'It leaves out transfers.' },
      { ...choice('no expiry'), blocks: { 'PAGE-11': 'No order expires.' } },
      choice('a'),
      choice('b'),
    ]).map(group => group.map(({ name }) => name)),
  ).toEqual([['no transfers'], ['no expiry'], ['a', 'b']]))

test('a group has at most five variants', () =>
  expect(groupsOfVariants(['a', 'b', 'c', 'd', 'e', 'f'].map(choice)).map(({ length }) => length)).toEqual([5, 1]))
