import { describe, expect, test } from 'vitest'
import type { Check } from '../../harness/clause.ts'
import { roles } from '../../protocol/operations.ts'
import { requirements, requirementsOf } from '../../protocol/requirements/index.ts'
import { checksOf } from '../../suites/index.ts'
import { checkWith } from './check.test.support.ts'
import { atDepth, firstLookOf } from './first-look.ts'

const checks = [
  checkWith({ id: 'a', clauses: ['CHECKOUT-04'] }),
  checkWith({ id: 'b', clauses: ['CHECKOUT-04', 'CHECKOUT-03'] }),
  checkWith({ id: 'c', clauses: ['VERIFY-06'] }),
  checkWith({ id: 'd', clauses: ['VERIFY-08'], kind: 'observation' }),
]
const whole: Parameters<typeof atDepth>[0] = { depth: 'quick', only: [], skip: [] }
const idsOf = (some: readonly Check[]) => some.map(({ id }) => id)

test.each(roles)('a first look at a %s tries each must clause that a check decides', role => {
  const decides = (id: string) => (check: Check) =>
    check.kind !== 'observation' && check.clauses.some(one => one === id)
  const all = checksOf(role)
  const firstLook = firstLookOf(all)
  const untried = requirementsOf(role).filter(
    id => requirements[id].level === 'must' && all.some(decides(id)) && !firstLook.some(decides(id)),
  )
  expect(untried).toEqual([])
  expect(firstLook.length).toBeLessThan(all.length / 2)
})

describe('a first look', () => {
  test('tries each must clause by its first check only', () => {
    expect(idsOf(firstLookOf(checks))).toEqual(['a', 'b'])
  })

  test('tries a clause by the checks that are marked', () => {
    const marked = { firstLook: true } as const
    const more = [...checks, checkWith({ id: 'e', clauses: ['CHECKOUT-04'], ...marked })]
    expect(idsOf(firstLookOf([...more, checkWith({ id: 'f', clauses: ['VERIFY-06'], ...marked })]))).toEqual([
      'b',
      'e',
      'f',
    ])
  })

  test('prefers a check that applies, and otherwise takes another one', () => {
    expect(idsOf(firstLookOf(checks, ({ id }) => id === 'b'))).toEqual(['b'])
    expect(idsOf(firstLookOf(checks, () => false))).toEqual(['a', 'b'])
  })
})

describe('a run', () => {
  test('at quick depth is a first look, and names the checks that it leaves out', () => {
    const { tried, leftOut } = atDepth(whole, checks)
    expect([idsOf(tried), leftOut]).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
  })

  test('at another depth leaves nothing out', () => {
    expect(atDepth({ ...whole, depth: 'standard' }, checks)).toEqual({ tried: checks, leftOut: [] })
  })

  test('includes everything that is requested', () => {
    expect(atDepth({ ...whole, only: ['VERIFY-*'] }, checks)).toMatchObject({ tried: checks.slice(2), leftOut: [] })
    expect(idsOf(atDepth({ ...whole, skip: ['b'] }, checks).tried)).toEqual(['a'])
  })

  test('in shards tries the same checks together as in one piece', () => {
    const shards = [1, 2, 3].map(index => atDepth({ ...whole, shard: { index, of: 3 } }, checks))
    expect(shards.flatMap(({ tried }) => idsOf(tried)).sort()).toEqual(['a', 'b'])
    expect(shards.flatMap(({ leftOut }) => leftOut).sort()).toEqual(['c', 'd'])
  })
})
