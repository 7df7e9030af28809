import { describe, expect, test } from 'vitest'
import { firstLookOf } from '../../engine/checks/first-look.ts'
import { roles } from '../../protocol/operations.ts'
import { parts, requirementsOf } from '../../protocol/requirements/index.ts'
import { checksOf } from '../../suites/index.ts'
import { recordedKills } from '../kills.ts'
import { fieldMutants } from './mutants.ts'

describe.each(roles)('the mutants of a %s in the field', role => {
  const mutants = fieldMutants(role)

  test('there are twenty, each with a unique name', () => {
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(20)
    expect(mutants).toHaveLength(20)
  })

  test('they break clauses of every part of the register that a check of the role decides', () => {
    const own = new Set<string>(requirementsOf(role))
    const broken = new Set<string>(mutants.map(({ breaks }) => breaks))
    const untouched = parts.filter(({ ids }) => ids.some(id => own.has(id)) && !ids.some(id => broken.has(id)))
    expect(untouched.map(({ name }) => name)).toEqual([])
  })

  test('a check of the first look finds each of them by the clause that it breaks', () => {
    const firstLook = firstLookOf(checksOf(role))
    const missed = mutants.filter(({ name, breaks }) => {
      const finders = recordedKills(role, name)
      return !firstLook.some(({ id, clauses }) => clauses.includes(breaks) && finders.includes(id))
    })
    expect(missed.map(({ name }) => name)).toEqual([])
  })
})
