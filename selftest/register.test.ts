import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { roles } from '../protocol/operations.ts'
import { requirementIds, requirements, requirementsOf } from '../protocol/requirements/index.ts'
import { allChecks, checksOf } from '../suites/index.ts'

describe.for(roles)('the register and the checks of a %s', role => {
  const checks = checksOf(role)
  const decided = new Set(checks.flatMap(check => check.clauses))

  test.for(requirementsOf(role).filter(id => requirements[id].level !== 'open'))(
    '%s has a check, or says why not',
    id => {
      expect(decided.has(id) || requirements[id].notObservable !== undefined).toBe(true)
    },
  )

  test.for(requirementsOf(role, 'open'))('%s is observed', id => {
    const observing = checks.filter(check => check.clauses.includes(id) && check.kind === 'observation')
    expect(observing).not.toEqual([])
  })

  test('no check names a clause of another role', () => {
    const strangers = checks.filter(check => !check.clauses.every(id => requirements[id].roles.includes(role)))
    expect(strangers.map(check => check.id)).toEqual([])
  })
})

describe('clauses that are not observable', () => {
  test.for(requirementIds.filter(id => requirements[id].notObservable !== undefined))(
    '%s is proven by the named test',
    async id => {
      const [file = '', title = ''] = requirements[id].notObservable?.provenBy.split(': ') ?? []
      expect(await readFile(new URL(`../${file}`, import.meta.url), 'utf8')).toContain(`'${title}'`)
    },
  )
})

describe('all checks', () => {
  test('observations belong to open clauses, all other checks to other clauses', () => {
    const isOpen = (id: keyof typeof requirements) => requirements[id].level === 'open'
    const mixed = allChecks.filter(check => !check.clauses.every(id => isOpen(id) === (check.kind === 'observation')))
    expect(mixed.map(check => check.id)).toEqual([])
  })

  test('every check has a unique id', () => {
    expect(new Set(allChecks.map(check => check.id)).size).toBe(allChecks.length)
  })
})
