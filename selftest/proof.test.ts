import { describe, expect, test } from 'vitest'
import { mutantsOf } from '../implementations/mutants/index.ts'
import { variantsOf } from '../implementations/variants/index.ts'
import { roles } from '../protocol/operations.ts'
import { requirements } from '../protocol/requirements/index.ts'
import { assertingChecks, mutantsFoundBy, provableClauses } from './figures.ts'
import { kills } from './kills.ts'
import { unkillable } from './unkillable.ts'

const fewestMutants = { must: 2, should: 1, open: 0 }

describe.for(roles)('the mutants and variants of a %s', role => {
  const mutants = mutantsOf[role]

  test.for(provableClauses(role))('%s has as many mutants as its level requires, and its own checks find them', id => {
    const own = mutants.filter(({ breaks }) => breaks === id)
    const required = unkillable[role][id] === undefined ? fewestMutants[requirements[id].level] : 0
    expect(own.length).toBeGreaterThanOrEqual(required)
    const found = new Set(mutantsFoundBy(role, id).map(({ name }) => name))
    expect(own.map(({ name }) => name).filter(name => !found.has(name))).toEqual([])
  })

  test.for([
    ['mutant', mutants],
    ['variant', variantsOf[role]],
  ] as const)('every %s has a unique name and a story', ([, all]) => {
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
    expect(all.filter(({ story }) => story.length < 10)).toEqual([])
  })

  test('there are at least twenty-five variants', () => {
    expect(variantsOf[role].length).toBeGreaterThanOrEqual(25)
  })

  test('the record names only these mutants and existing checks', () => {
    const checks = new Set(assertingChecks(role).map(({ id }) => id))
    expect(Object.keys(kills[role]).toSorted()).toEqual(mutants.map(({ name }) => name).toSorted())
    expect([...new Set(Object.values(kills[role]).flat())].filter(id => !checks.has(id))).toEqual([])
  })

  test('each check finds a mutant, or has a reason why it cannot, so that a lost assertion is noticed', () => {
    const useful = new Set(Object.values(kills[role]).flat())
    const silent = assertingChecks(role)
      .map(({ id }) => id)
      .filter(id => !useful.has(id))
    expect(silent.filter(id => unkillable[role][id] === undefined)).toEqual([])
    const explained = Object.keys(unkillable[role]).filter(id => id.includes('/'))
    expect(explained.filter(id => !silent.includes(id))).toEqual([])
  })
})
