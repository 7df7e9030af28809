import { expect, test } from 'vitest'
import { changesBetween, presentIds, readFixture } from './check-ids.ts'

test('no check id is lost or new, and quick depth tries the same: `node selftest/check-ids.ts` writes what is meant', () =>
  expect(changesBetween(readFixture(), presentIds())).toEqual([]))

test('every change is found, whatever the order', () => {
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

test('the fixture holds every role, and quick depth tries a part of its checks', () => {
  for (const { all, quick } of Object.values(readFixture())) {
    expect(quick.length).toBeGreaterThan(20)
    expect(quick.filter(id => !all.includes(id))).toEqual([])
    expect(quick.length).toBeLessThan(all.length)
  }
})
