import { describe, expect, test } from 'vitest'
import type { Json } from '../../protocol/json/json.ts'
import { requirementsOf } from '../../protocol/requirements/index.ts'
import { type Changes, compare, reportOf, rowOf } from './reports.test.support.ts'

describe('an open clause', () => {
  const sees = (value: Json, changes: Changes = {}) =>
    reportOf('gateway', { ...changes, observations: [['AUTH-23', value, 'transfer.create']] })

  test('has a row and a proposal for each open clause of the register', () => {
    const { ambiguities } = compare(sees({ NONCE_REUSED: 401 }))
    expect(ambiguities.length).toBe(
      new Set(['gateway', 'merchant', 'kyc'].flatMap(role => requirementsOf(role as 'kyc', 'open'))).size,
    )
    expect(ambiguities.filter(({ proposal }) => proposal === '')).toEqual([])
  })

  test('lists the choices and who made them', () => {
    const row = rowOf('AUTH-23', sees({ NONCE_REUSED: 401 }), sees({ NONCE_REUSED: 409 }), sees({ NONCE_REUSED: 401 }))
    expect(row?.agreement).toBe('differ')
    expect(row?.observed).toEqual([
      {
        observable: 'NONCE_REUSED',
        unit: 'status',
        differs: true,
        choices: [
          { value: 401, by: [{ implementation: 1 }, { implementation: 3 }] },
          { value: 409, by: [{ implementation: 2 }] },
        ],
      },
    ])
  })

  test('is alike if all chose the same, and single if only one was observed', () => {
    const one = sees({ NONCE_REUSED: 401 })
    expect(rowOf('AUTH-23', one, sees({ NONCE_REUSED: 401 }))?.agreement).toBe('alike')
    expect(rowOf('AUTH-23', one, reportOf('merchant'))).toMatchObject({
      agreement: 'single',
      unobserved: [{ implementation: 2, verdict: 'not-applicable' }],
    })
    expect(rowOf('NOTIFY-07', reportOf('merchant'))).toMatchObject({ agreement: 'unobserved', unobserved: [] })
  })

  test('names the operations if one implementation made two choices', () => {
    const row = rowOf(
      'AUTH-23',
      reportOf('gateway', {
        observations: [
          ['AUTH-23', { NONCE_REUSED: 401 }, 'transfer.create'],
          ['AUTH-23', { NONCE_REUSED: 409 }, 'payment.create'],
        ],
      }),
    )
    expect(row?.observed[0]?.choices.map(({ by }) => by)).toEqual([
      [{ implementation: 1, operations: ['transfer.create'] }],
      [{ implementation: 1, operations: ['payment.create'] }],
    ])
  })

  test('ignores a bound that a longer run raises', () => {
    const remembers = (seconds: number) =>
      reportOf('gateway', { observations: [['AUTH-22', { 'nonce memory, at least': seconds }]] })
    expect(rowOf('AUTH-22', remembers(0), remembers(10))?.agreement).toBe('alike')
  })

  test.each([
    [{ 'into the past': 300 }, { 'into the past': 296 }, 'alike'],
    [{ 'into the past': 300 }, { 'into the past': 60 }, 'differ'],
    [{ 'into the past': 300 }, { 'into the past': 'none' }, 'differ'],
  ])('%j and %j, as measured, are %s', (one, other, agreement) => {
    const [a, b] = [one, other].map(value => reportOf('gateway', { observations: [['AUTH-22', value]] }))
    expect(a && b && rowOf('AUTH-22', a, b)?.agreement).toBe(agreement)
  })

  test('leaves out values outside the vocabulary, and says so', () => {
    const odd = reportOf('gateway', {
      observations: [
        ['AUTH-23', { NONCE_REUSED: '<b>' }],
        ['NO-01', 1],
      ],
    })
    const { implementations, ambiguities } = compare(odd)
    expect(implementations[0]?.remarks).toEqual([
      '2 of its observations are left out: the vocabulary of this edition does not contain them.',
    ])
    expect(JSON.stringify(ambiguities)).not.toContain('<b>')
  })
})
