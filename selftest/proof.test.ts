import { describe, expect, test } from 'vitest'
import { roles } from '../protocol/operations.ts'
import { requirements } from '../protocol/requirements/index.ts'
import { assertingChecks, mutantsFoundBy, provableClauses } from './figures.ts'
import { kills } from './kills.ts'
import { mutantsOf } from './mutants/index.ts'
import { unkillable } from './unkillable.ts'
import { variantsOf } from './variants/index.ts'

const fewestMutants = { must: 2, should: 1, open: 0 }

describe.for(roles)('the proof of the verdicts on a %s', role => {
  const mutants = mutantsOf[role]

  test.for(provableClauses(role))('%s has the mutants that its level asks for, and its own checks find them', id => {
    const made = mutants.filter(({ breaks }) => breaks === id)
    const wanted = unkillable[role][id] === undefined ? fewestMutants[requirements[id].level] : 0
    expect(made.length).toBeGreaterThanOrEqual(wanted)
    const found = new Set(mutantsFoundBy(role, id).map(({ name }) => name))
    expect(made.map(({ name }) => name).filter(name => !found.has(name))).toEqual([])
  })

  test.for([
    ['mutant', mutants],
    ['variant', variantsOf[role]],
  ] as const)('every %s has a name of its own, and a story', ([, all]) => {
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
    expect(all.filter(({ story }) => story.length < 10)).toEqual([])
  })

  test('there are twenty-five variants at least', () => {
    expect(variantsOf[role].length).toBeGreaterThanOrEqual(25)
  })

  test('the record is of these mutants and of checks that there are', () => {
    const checks = new Set(assertingChecks(role).map(({ id }) => id))
    expect(Object.keys(kills[role]).toSorted()).toEqual(mutants.map(({ name }) => name).toSorted())
    expect([...new Set(Object.values(kills[role]).flat())].filter(id => !checks.has(id))).toEqual([])
  })

  test('a check that loses its assertion is noticed: each one finds a mutant, or there is a reason why none shows it', () => {
    const finding = new Set(Object.values(kills[role]).flat())
    const silent = assertingChecks(role)
      .map(({ id }) => id)
      .filter(id => !finding.has(id))
    expect(silent.filter(id => unkillable[role][id] === undefined)).toEqual([])
    const reasoned = Object.keys(unkillable[role]).filter(id => id.includes('/'))
    expect(reasoned.filter(id => !silent.includes(id))).toEqual([])
  })
})
