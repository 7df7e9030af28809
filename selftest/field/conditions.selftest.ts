import { describe, test } from 'vitest'
import type { Role } from '../../protocol/operations.ts'
import { clausesThat } from '../certify.ts'
import { certifyUnder } from './certify.ts'
import { conditions } from './conditions.ts'

/** The conditions that the reference of a role is certified under here; `node selftest/field/try.ts` tries any of them. */
const sample: Readonly<Record<Role, readonly string[]>> = {
  gateway: ['flaky', 'firewall', 'delivery network', 'one worker', 'four workers', 'replica', 'clock'],
  merchant: ['flaky', 'firewall', 'delivery network', 'one worker', 'clock'],
  kyc: ['flaky', 'firewall', 'delivery network', 'clock'],
}

const under = (['gateway', 'merchant', 'kyc'] as const).flatMap(role =>
  conditions
    .filter(({ name }) => sample[role].includes(name))
    .map(condition => ({ role, condition, name: condition.name })),
)

// One after another: what a condition slows down is not to be mistaken for the load of the others.
describe('the reference in the field is conformant, and nothing fails, warns or is blocked', () => {
  test.for(under)('$role: $name', { timeout: 300_000 }, async ({ role, condition }, { expect }) => {
    const certified = await certifyUnder(condition, role, { name: 'the reference', story: '' }, { seed: 1 })
    expect(clausesThat(certified, 'fail', 'warn', 'blocked')).toEqual([])
    expect(certified.report.verdict).toBe('conformant')
  })
})
