import { expect, test } from 'vitest'
import { requirements } from '../../protocol/requirements/index.ts'
import { allChecks } from '../index.ts'
import { isGenerated, valueChecks } from './value-checks.ts'

test('generated checks, and those in the table, are about values', () => {
  const isMust = (id: keyof typeof requirements) => requirements[id].level === 'must'
  const generated = allChecks.filter(isGenerated).filter(({ clauses }) => clauses.some(isMust))
  expect(generated.filter(check => !valueChecks.includes(check))).toEqual([])
  expect(valueChecks.map(({ id }) => id)).toContain('transfer/recipient-with-a-reference')
})

test('checks of permissions are not about values', () => {
  expect(valueChecks.map(({ id }) => id)).not.toContain('authentication/transfer-create-without-x-oc-id')
})

test('at least half of the checks about values are generated', () => {
  expect(valueChecks.filter(isGenerated).length * 2).toBeGreaterThanOrEqual(valueChecks.length)
})
