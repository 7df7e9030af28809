import { expect, test } from 'vitest'
import { groupsOf, together } from './together.ts'
import type { AnyVariant } from './variant.ts'

const choice = (name: string): AnyVariant => ({ name, story: `Somebody chose ${name}.` })
const shortCache: AnyVariant = { ...choice('a short cache'), policies: { keyCacheTtlMs: 1_000 } }
const longCache: AnyVariant = { ...choice('a long cache'), policies: { keyCacheTtlMs: 60_000 } }
const tenMinutes: AnyVariant = { ...choice('ten minutes'), profile: { nonceSeconds: 600 } }
const discovered: AnyVariant = { ...choice('discovered'), isDiscovered: true }
const production: AnyVariant = { ...choice('production'), environment: 'production' }

const names = (groups: AnyVariant[][]) => groups.map(group => group.map(({ name }) => name))

test('variants that replace different decisions are together, those of one decision are not', () =>
  expect(names(groupsOf([shortCache, longCache, tenMinutes, production]))).toEqual([
    ['a short cache', 'ten minutes', 'production'],
    ['a long cache'],
  ]))

test('what is discovered is not together with a profile', () =>
  expect(names(groupsOf([tenMinutes, discovered]))).toEqual([['ten minutes'], ['discovered']]))

test('a variant that says why it is alone, or blocks clauses, is alone', () =>
  expect(
    names(
      groupsOf([
        { ...shortCache, isAlone: 'It leaves out transfers.' },
        { ...tenMinutes, blocks: { 'PAGE-11': 'No order expires.' } },
        production,
      ]),
    ),
  ).toEqual([['a short cache'], ['ten minutes'], ['production']]))

test('a group has five variants at most', () =>
  expect(groupsOf(['a', 'b', 'c', 'd', 'e', 'f'].map(choice)).map(({ length }) => length)).toEqual([5, 1]))

test('together they make every choice', () =>
  expect(together([shortCache, tenMinutes, production])).toEqual({
    name: 'a short cache; ten minutes; production',
    story: 'Somebody chose a short cache. Somebody chose ten minutes. Somebody chose production.',
    policies: shortCache.policies,
    profile: tenMinutes.profile,
    environment: 'production',
  }))
