import { describe, expect, test } from 'vitest'
import type { Implementation } from '../../implementations/implementation.ts'
import { swap } from '../../implementations/support/changes.ts'
import { Refusal } from '../../protocol/errors.ts'
import { type OperationName, operations, type Role } from '../../protocol/operations.ts'
import { requirementsOf } from '../../protocol/requirements/index.ts'
import { isInVocabulary } from '../../protocol/requirements/vocabulary/index.ts'
import { authenticationRules } from '../../reference/every-role/authentication/authenticate.ts'
import { requestIsSigned } from '../../reference/every-role/authentication/signature.ts'
import { requestIsFresh } from '../../reference/every-role/authentication/timestamp.ts'
import type { AuthenticationRule, CommonPolicies } from '../../reference/every-role/contract.ts'
import { unixSeconds } from '../../reference/every-role/wire-format/values.ts'
import type { Report } from '../../schemas/messages.ts'
import { certifyImplementation, certifyReference } from '../certify.ts'

const unknownObservations = ({ observations }: Report) =>
  observations.filter(({ clause, value }) => !isInVocabulary(clause, value))

describe.for(['gateway', 'merchant', 'kyc'] as const)('the observations of the reference %s', (role: Role) => {
  test('are in the vocabulary, and cover every open clause of the role', async () => {
    const { report } = await certifyReference({}, {}, role)
    expect(report.observations.length).toBeGreaterThan(10)
    expect(unknownObservations(report)).toEqual([])
    const observed = new Set(report.observations.map(({ clause }) => clause))
    expect(requirementsOf(role, 'open').filter(id => !observed.has(id))).toEqual([])
  })
})

/** Refuses requests more than a minute old or ahead. */
const isOfThisMinute: AuthenticationRule = ({ claims }, { ports, profile }) =>
  Math.abs(Number(claims.timestamp) - unixSeconds(ports)) <= 60
    ? undefined
    : new Refusal('TIMESTAMP_EXPIRED', profile.refusalStatus, 'The timestamp is too far from the present.')

/** Allows a smaller clock difference at one operation, and verifies the signature there before the timestamp. */
const choosingOtherwiseAt = (operation: OperationName): Implementation<CommonPolicies> => {
  const only =
    (rule: AuthenticationRule, own: AuthenticationRule): AuthenticationRule =>
    (attempt, service) =>
      (attempt.operation === operation ? own : rule)(attempt, service)
  const own = swap(authenticationRules, requestIsFresh, requestIsSigned)
  return {
    name: `${operation} has an authentication of its own`,
    story: 'It is served by another team, with another library.',
    policies: {
      authenticationRules: authenticationRules.map((rule, at) => {
        const instead = own[at] ?? rule
        return only(rule, instead === requestIsFresh ? isOfThisMinute : instead)
      }),
    },
  }
}

const observedAt = ({ observations, checks }: Report, operation: OperationName, name: string): unknown[] => {
  const ids = checks.filter(check => check.operation === operation).map(({ id }) => id)
  const values = observations.filter(({ check }) => ids.includes(check ?? '')).map(({ value }) => value)
  return values.flatMap(value => (value as Record<string, unknown>)[name] ?? [])
}

describe('a choice made at one operation only is observed there', () => {
  test.for([
    ['orders.checkout', 'payment.create'],
    ['transfer.create', 'payment.create'],
    ['transfer.webhook', 'orders.create'],
  ] as const)('%s', async ([operation, other]) => {
    const { role } = operations[operation]
    const only = { only: ['AUTH-22', 'AUTH-25'] }
    const { report } = await certifyImplementation(role as Role, choosingOtherwiseAt(operation), only)
    expect(observedAt(report, operation, 'into the past')).toEqual([60])
    expect(observedAt(report, other, 'into the past')).toEqual([300])
    expect(observedAt(report, operation, 'timestamp and signature')).toEqual(['401 INVALID_SIGNATURE'])
    expect(observedAt(report, other, 'timestamp and signature')).toEqual(['401 TIMESTAMP_EXPIRED'])
  })
})
