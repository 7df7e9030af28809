import { describe, expect, test } from 'vitest'
import { roles } from '../protocol/operations.ts'
import { faultsOf } from './faults.ts'
import { findFault, nearNames } from './find.ts'

const faults = faultsOf('gateway')

describe('the faults of a role', () => {
  test.each(roles)('%s: names are unique, and mutants name the clause that they break', role => {
    const names = faultsOf(role).map(({ name }) => name.toLowerCase())
    expect(new Set(names).size).toBe(names.length)
    expect(faultsOf(role).some(({ breaks }) => breaks !== undefined)).toBe(true)
    expect(faultsOf(role).some(({ breaks }) => breaks === undefined)).toBe(true)
  })

  test('are found by name, ignoring case', () => {
    expect(findFault('Accounts MAY be overdrawn', faults)).toMatchObject({ role: 'gateway', breaks: 'TRANSFER-09' })
    expect(findFault("the sender's reference is forgotten", faults)?.breaks).toBe('TRANSFER-04')
    expect(findFault('accounts', faults)).toBeUndefined()
  })

  test('similar names are found by words, stories and letters', () => {
    expect(nearNames('float money', faults)[0]).toContain('float')
    expect(nearNames('a view over the bookings', faults)).toContain('accounts may be overdrawn')
    expect(nearNames('acounts mey be overdrwn', faults)).toContain('accounts may be overdrawn')
    expect(nearNames('zzz', faults)).toEqual([])
    expect(nearNames('the order', faults).length).toBe(5)
  })
})
