import { expect, test } from 'vitest'
import { requirements } from '../../protocol/requirements/index.ts'
import { allChecks } from '../index.ts'
import { isGenerated, valueChecks } from './value-checks.ts'

test('what is generated speaks of values, and so does what the table names', () => {
  const isMust = (id: keyof typeof requirements) => requirements[id].level === 'must'
  const generated = allChecks.filter(isGenerated).filter(({ clauses }) => clauses.some(isMust))
  expect(generated.filter(check => !valueChecks.includes(check))).toEqual([])
  expect(valueChecks.map(({ id }) => id)).toContain('transfer/recipient-with-a-reference')
})

test('who may do what speaks of no values', () => {
  expect(valueChecks.map(({ id }) => id)).not.toContain('authentication/transfer-create-without-x-oc-id')
})

test('at least half of what speaks of values is generated', () => {
  expect(valueChecks.filter(isGenerated).length * 2).toBeGreaterThanOrEqual(valueChecks.length)
})
