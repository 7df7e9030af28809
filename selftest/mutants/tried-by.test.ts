import { describe, expect, test } from 'vitest'
import { selects } from '../../engine/checks/selection.ts'
import { type AnyMutant, mutantsOf } from '../../implementations/mutants/index.ts'
import { roles } from '../../protocol/operations.ts'
import { checksOf } from '../../suites/index.ts'
import { recordedKills } from '../kills.ts'
import { isWhole } from '../size.ts'
import { groupsFound, groupsOfMutants, groupsTried, oneOfEachDecision, triedBy } from './tried-by.ts'

const mutant = (name: string, policies: object, further: Partial<AnyMutant> = {}): AnyMutant =>
  ({ name, breaks: 'CHECKOUT-04', story: 'It happens.', policies, ...further }) as AnyMutant

test('one mutant is chosen per decision, those tried at quick depth first', () => {
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

const namesOf = (groups: readonly AnyMutant[][]) => groups.map(group => group.map(({ name }) => name))

test('a group has at most three mutants, of different parts of the document', () => {
  const of = (breaks: AnyMutant['breaks'], policy: string) => mutant(`${breaks} ${policy}`, { [policy]: 1 }, { breaks })
  expect(
    namesOf(
      groupsOfMutants([
        of('AUTH-01', 'a'),
        of('AUTH-02', 'b'),
        of('SIG-01', 'c'),
        of('PAGE-03', 'a'),
        of('FMT-01', 'd'),
        of('META-01', 'e'),
      ]),
    ),
  ).toEqual([
    ['AUTH-01 a', 'SIG-01 c', 'FMT-01 d'],
    ['AUTH-02 b', 'PAGE-03 a', 'META-01 e'],
  ])
})

describe.for(roles)('of a %s', role => {
  const first = oneOfEachDecision(mutantsOf[role])
  const grouped = new Set(groupsTried(role).flat())

  test('each mutant is tried by every check, or by its clause and record', () => {
    for (const each of mutantsOf[role]) {
      const { only } = triedBy(role, each)
      const needsAll = each.needsOthers || isWhole || (first.has(each) && !grouped.has(each))
      expect(only.length === 0 ? [] : only.toSorted()).toEqual(
        needsAll ? [] : [each.breaks, ...recordedKills(role, each.name)].toSorted(),
      )
    }
  })

  test('one mutant per decision is tried by every check, in a group or alone', () => {
    const alone = mutantsOf[role].filter(each => triedBy(role, each).only.length === 0)
    expect(new Set([...grouped, ...alone])).toEqual(new Set([...first, ...alone]))
    expect([...grouped].filter(({ kind, needsOthers }) => kind !== undefined || needsOthers)).toEqual([])
  })

  test('each mutant must be found once, with others only if it needs other checks to show', () => {
    const groups = groupsFound(role)
    expect(groups.flat().toSorted((a, b) => a.name.localeCompare(b.name))).toEqual(
      mutantsOf[role].toSorted((a, b) => a.name.localeCompare(b.name)),
    )
    const together = groups.filter(({ length }) => length > 1).flat()
    expect(together.filter(({ needsOthers }) => !needsOthers)).toEqual([])
  })

  test('these names select the checks of a record and of a clause', () => {
    const [each] = mutantsOf[role].filter(candidate => !first.has(candidate) && !candidate.needsOthers)
    const only = [each?.breaks ?? '', ...recordedKills(role, each?.name ?? '')]
    const selected = checksOf(role).filter(check => selects({ only, skip: [] }, check))
    expect(selected.map(({ id }) => id)).toEqual(expect.arrayContaining(only.slice(1)))
    expect(selected.length).toBeGreaterThan(0)
  })
})
