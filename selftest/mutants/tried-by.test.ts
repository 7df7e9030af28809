import { describe, expect, test } from 'vitest'
import { selects } from '../../engine/checks/selection.ts'
import { roles } from '../../protocol/operations.ts'
import { checksOf } from '../../suites/index.ts'
import { recordedKills } from '../kills.ts'
import { isWhole } from '../size.ts'
import { type AnyMutant, mutantsOf } from './index.ts'
import { oneOfEachDecision, triedBy } from './tried-by.ts'

const mutant = (name: string, policies: object, further: Partial<AnyMutant> = {}): AnyMutant =>
  ({ name, breaks: 'CHECKOUT-04', story: 'It happens.', policies, ...further }) as AnyMutant

test('of each decision one mutant is chosen, those that are tried at quick depth first', () => {
  const prepare = () => undefined
  const all = [
    mutant('found by values', { encode: 1 }, { kind: 'ends' }),
    mutant('the only one of its decision, found by values', { metadata: 1 }, { kind: 'ends' }),
    mutant('not found by values', { encode: 2 }),
    mutant('a', { answer: 1 }),
    mutant('another of the same', { answer: 2 }),
    mutant('two decisions', { refuse: 1, answer: 1 }),
    mutant('the same two', { answer: 1, refuse: 2 }),
    mutant('a port', {}, { ports: { now: () => 0 } }),
    mutant('the server', {}, { prepare }),
    mutant('the server, for the same clause', {}, { prepare }),
    mutant('the server, for another clause', {}, { prepare, breaks: 'CHECKOUT-05' }),
  ]
  expect([...oneOfEachDecision(all)].map(({ name }) => name).toSorted()).toEqual(
    [
      'a',
      'a port',
      'not found by values',
      'the only one of its decision, found by values',
      'the server',
      'the server, for another clause',
      'two decisions',
    ].toSorted(),
  )
})

describe.for(roles)('of a %s', role => {
  const first = oneOfEachDecision(mutantsOf[role])

  test('each mutant is tried by everything, or by its clause and its record', () => {
    for (const each of mutantsOf[role]) {
      const { only } = triedBy(role, each)
      expect(only.length === 0 ? [] : only.toSorted()).toEqual(
        first.has(each) || each.needsOthers || isWhole
          ? []
          : [each.breaks, ...recordedKills(role, each.name)].toSorted(),
      )
    }
  })

  test('the checks of a record and of a clause are selected by these names', () => {
    const [each] = mutantsOf[role].filter(candidate => !first.has(candidate) && !candidate.needsOthers)
    const only = [each?.breaks ?? '', ...recordedKills(role, each?.name ?? '')]
    const selected = checksOf(role).filter(check => selects({ only, skip: [] }, check))
    expect(selected.map(({ id }) => id)).toEqual(expect.arrayContaining(only.slice(1)))
    expect(selected.length).toBeGreaterThan(0)
  })
})
