import { expect, test } from 'vitest'
import { createBudget } from './budget.ts'

const limits = { total: 20_000, bodies: 10_000, unasked: 4_000 }

test('pictures and lines share one total, and the earlier parts of a run count', () => {
  const budget = createBudget(12_000, limits)
  expect([budget.take(6_000), budget.take(2_000)]).toEqual([true, false])
  expect(budget.omitted).toBeUndefined()
})
