import { describe, expect, test } from 'vitest'
import type { FormerNames } from '../../implementations/former-names.ts'
import { mutantsOf } from '../../implementations/mutants/index.ts'
import { variantsOf } from '../../implementations/variants/index.ts'
import { roles } from '../../protocol/operations.ts'
import { isChosen, isSelected, jobsOf, nameOf, subjectsOf } from './jobs.ts'

const keysOf = (subjects: readonly { key: string }[]) => subjects.map(({ key }) => key)

describe.each(roles)('the certifications of a %s', role => {
  const subjects = subjectsOf(role)

  test('is the references, and every variant and mutant, each with a unique key', () => {
    expect(new Set(keysOf(subjects)).size).toBe(subjects.length)
    const references = subjects.filter(({ kind }) => kind === 'reference')
    expect(references.map(({ depth, implementation }) => `${implementation.environment ?? 'test'} ${depth}`)).toEqual([
      'test quick',
      'test standard',
      'production quick',
      'production standard',
      'test first look',
    ])
    expect(subjects).toHaveLength(5 + variantsOf[role].length + mutantsOf[role].length)
  })

  test('a fault with a kind is certified at standard depth, the others at quick depth unless they need more', () => {
    const depths = new Map(subjects.map(({ implementation, depth, kind }) => [`${kind} ${implementation.name}`, depth]))
    for (const { name, kind, needsOthers } of mutantsOf[role])
      expect([name, depths.get(`mutant ${name}`)]).toEqual([name, kind || needsOthers ? 'standard' : 'quick'])
    expect(mutantsOf[role].some(({ kind }) => kind !== undefined)).toBe(true)
  })

  test('every tenth contains every hundredth, and all references', () => {
    const [tenth, hundredth] = [10, 100].map(every => subjects.filter(subject => isChosen(subject, every)))
    expect(tenth).toEqual(expect.arrayContaining(hundredth ?? []))
    expect(tenth?.filter(({ kind }) => kind === 'reference')).toHaveLength(5)
    const others = (tenth?.length ?? 0) - 5
    expect(others).toBeGreaterThan((subjects.length - 5) / 15)
    expect(others).toBeLessThan((subjects.length - 5) / 7)
  })
})

test('a renamed mutant keeps its key, so it is chosen as before', () => {
  const [mutant] = mutantsOf.kyc
  const renamed: FormerNames = {
    gateway: {},
    merchant: {},
    kyc: { [mutant?.name ?? '']: ['the first name', 'second'] },
  }
  const keyOf = (table?: FormerNames) =>
    subjectsOf('kyc', table).find(({ implementation }) => implementation === mutant)?.key
  expect(keyOf()).toBe(`kyc, ${mutant?.name}`)
  expect(keyOf(renamed)).toBe('kyc, the first name')
})

test('jobs are selected by role, name and key; the first run of each precedes the second', () => {
  const [first, second] = subjectsOf('kyc')
  const keys = [first?.key ?? '', second?.key ?? '']
  expect(jobsOf({ keys, times: 2 }).map(nameOf)).toEqual([...keys, ...keys.map(key => `${key}, run 2`)])
  expect(jobsOf({ keys, roles: ['gateway'] })).toEqual([])
  expect(new Set(jobsOf({ name: 'first look', roles: ['kyc', 'merchant'] }).map(({ key }) => key))).toEqual(
    new Set(['kyc, first look at the reference', 'merchant, first look at the reference']),
  )
  expect(isSelected({ kind: 'variant', role: 'kyc', key: 'gone' }, { keys: ['other'] })).toBe(false)
})
