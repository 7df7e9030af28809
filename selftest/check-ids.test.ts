import { expect, test } from 'vitest'
import { changesBetween, presentIds, readFixture } from './check-ids.ts'

test('the check ids and those of quick depth are the recorded ones: `node selftest/check-ids.ts` records a change', () =>
  expect(changesBetween(readFixture(), presentIds())).toEqual([]))

test('every change is found; the order does not matter', () => {
  const none = { all: [], quick: [] }
  const before = { gateway: { all: ['a', 'b', 'c'], quick: ['a', 'b'] }, merchant: none, kyc: none }
  const other = { gateway: { all: ['c', 'b', 'd'], quick: ['c', 'b'] }, merchant: { all: ['a'], quick: [] }, kyc: none }
  expect(changesBetween(before, { ...before, gateway: { all: ['c', 'a', 'b'], quick: ['b', 'a'] } })).toEqual([])
  expect(changesBetween(before, other)).toEqual([
    'gateway: lost a',
    'gateway: gained d',
    'gateway at quick depth: lost a',
    'gateway at quick depth: gained c',
    'merchant: gained a',
  ])
})

test('the fixture has every role, and quick depth tries some of its checks', () => {
  for (const { all, quick } of Object.values(readFixture())) {
    expect(quick.length).toBeGreaterThan(20)
    expect(quick.filter(id => !all.includes(id))).toEqual([])
    expect(quick.length).toBeLessThan(all.length)
  }
})
