import { expect, test } from 'vitest'
import type { Implementation } from '../implementations/implementation.ts'
import type { CommonPolicies } from '../reference/every-role/contract.ts'
import { groupsOf, together } from './together.ts'

type AnyImplementation = Implementation<CommonPolicies>

const choice = (name: string): AnyImplementation => ({ name, story: `Someone chose ${name}.` })
const shortCache: AnyImplementation = { ...choice('a short cache'), policies: { keyCacheTtlMs: 1_000 } }
const longCache: AnyImplementation = { ...choice('a long cache'), policies: { keyCacheTtlMs: 60_000 } }
const tenMinutes: AnyImplementation = { ...choice('ten minutes'), profile: { nonceSeconds: 600 } }
const discovered: AnyImplementation = { ...choice('discovered'), isDiscovered: true }
const production: AnyImplementation = { ...choice('production'), environment: 'production' }

const namesOf = (all: AnyImplementation[], options: Partial<Parameters<typeof groupsOf<AnyImplementation>>[1]> = {}) =>
  groupsOf(all, { most: 5, mayJoin: () => true, ...options }).map(group => group.map(({ name }) => name))

test('different decisions are grouped together, the same decision is not', () =>
  expect(namesOf([shortCache, longCache, tenMinutes, production])).toEqual([
    ['a short cache', 'ten minutes', 'production'],
    ['a long cache'],
  ]))

test('a discovered profile is not grouped with a given one', () =>
  expect(namesOf([tenMinutes, discovered])).toEqual([['ten minutes'], ['discovered']]))

test('a group has at most the given size', () =>
  expect(namesOf(['a', 'b', 'c'].map(choice), { most: 2 })).toEqual([['a', 'b'], ['c']]))

test('an implementation that may not join a group begins another', () =>
  expect(namesOf(['a', 'b', 'c'].map(choice), { mayJoin: (_group, { name }) => name !== 'b' })).toEqual([
    ['a', 'c'],
    ['b'],
  ]))

test('the combined implementation makes every choice', () =>
  expect(together([shortCache, tenMinutes, production])).toEqual({
    name: 'a short cache; ten minutes; production',
    story: 'Someone chose a short cache. Someone chose ten minutes. Someone chose production.',
    policies: shortCache.policies,
    profile: tenMinutes.profile,
    environment: 'production',
  }))
