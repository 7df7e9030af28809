import { describe, expect, test } from 'vitest'
import { type Role, roles } from '../protocol/operations.ts'
import { faultsOf } from './faults.ts'
import { findFault, isSameName } from './find.ts'
import { type FormerNames, firstNameOf, formerNames, formerNamesOf } from './former-names.ts'

/** Returns a sentence for each former name that leads nowhere or is shadowed by another current or former name. */
const problemsOf = (role: Role, table: FormerNames): string[] => {
  const present = faultsOf(role).map(({ name }) => name)
  const entries = Object.entries(table[role])
  const former = entries.flatMap(([present, names]) => names.map(name => ({ present, name })))
  return [
    ...entries.filter(([name]) => !present.includes(name)).map(([name]) => `${name}: no such mutant or variant`),
    ...entries.filter(([, names]) => names.length === 0).map(([name]) => `${name}: no former name`),
    ...former
      .filter(({ present: own, name }) => present.some(other => other !== own && isSameName(name, other)))
      .map(({ name }) => `${name}: a present name`),
    ...former
      .filter(({ name }, at) => former.findIndex(other => isSameName(name, other.name)) < at)
      .map(({ name }) => `${name}: former name of two`),
  ]
}

const table = {
  gateway: { 'the third name': ['the first name', 'the second name'] },
  merchant: {},
  kyc: {},
} satisfies FormerNames

describe('former names', () => {
  test.each(roles)('%s: each belongs to one current mutant or variant, and is not a current name', role => {
    expect(problemsOf(role, formerNames)).toEqual([])
  })

  test('a wrong entry is found', () => {
    const [first, second] = faultsOf('gateway').map(({ name }) => name)
    const wrong = { [first ?? '']: ['former'], [second ?? '']: ['Former', first?.toUpperCase() ?? ''], gone: [] }
    expect(problemsOf('gateway', { ...table, gateway: wrong })).toEqual([
      'gone: no such mutant or variant',
      'gone: no former name',
      `${first?.toUpperCase()}: a present name`,
      'Former: former name of two',
    ])
  })

  test('the first name stays the same through every renaming, and belongs to one role', () => {
    expect(firstNameOf('gateway', 'the third name', table)).toBe('the first name')
    expect(firstNameOf('merchant', 'the third name', table)).toBe('the third name')
    expect(formerNamesOf('gateway', 'never renamed', table)).toEqual([])
  })

  test('a fault is found by any of its names, ignoring case', () => {
    const names = formerNamesOf('gateway', 'the third name', table)
    const renamed = { ...faultsOf('gateway')[0], name: 'the third name', formerNames: names }
    const faults = [...faultsOf('gateway'), renamed as ReturnType<typeof faultsOf>[number]]
    for (const name of ['the third name', 'The FIRST name', 'the second name'])
      expect(findFault(name, faults)?.name).toBe('the third name')
  })
})
