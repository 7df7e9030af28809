import { describe, expect, test } from 'vitest'
import type { Role } from '../protocol/operations.ts'
import { requirementsOf } from '../protocol/requirements/index.ts'
import { isInVocabulary } from '../protocol/requirements/vocabulary/index.ts'
import type { Report } from '../schemas/messages.ts'
import { certifyReference } from './certify.ts'

const unknownObservations = ({ observations }: Report) =>
  observations.filter(({ clause, value }) => !isInVocabulary(clause, value))

describe.for(['gateway', 'merchant', 'kyc'] as const)('the observations of the reference %s', (role: Role) => {
  test('are in the vocabulary, and cover every open clause of the role', { timeout: 120_000 }, async () => {
    const { report } = await certifyReference({}, {}, role)
    expect(report.observations.length).toBeGreaterThan(10)
    expect(unknownObservations(report)).toEqual([])
    const observed = new Set(report.observations.map(({ clause }) => clause))
    expect(requirementsOf(role, 'open').filter(id => !observed.has(id))).toEqual([])
  })
})
