import { describe, expect, test } from 'vitest'
import { grantOutcome, grantOutcomes, reportedStatus, sessionMoves, transactionMoves } from './states.ts'

describe('states', () => {
  test('final states do not change', () => {
    for (const status of ['completed', 'expired', 'failed'] as const) expect(transactionMoves[status]).toEqual([])
    for (const status of ['paid', 'cancelled', 'expired'] as const) expect(sessionMoves[status]).toEqual([])
    expect(sessionMoves.pending).toContain('paid')
  })

  test('pending_settlement is reported as pending, the others unchanged', () => {
    expect((['pending_settlement', 'completed', 'expired', 'failed'] as const).map(reportedStatus)).toEqual([
      'pending',
      'completed',
      'expired',
      'failed',
    ])
  })

  test.each([
    [['name'], [], 'granted'],
    [['name'], ['email'], 'partial'],
    [[], ['name', 'email'], 'denied'],
    [[], [], 'denied'],
  ])('granted %j, denied %j: %s', (granted, denied, outcome) => {
    expect(grantOutcome(granted, denied)).toBe(outcome)
    expect(grantOutcomes).toContain(outcome)
  })
})
