import { expect, test } from 'vitest'
import { roles } from '../protocol/operations.ts'
import { checksOf } from './index.ts'
import { loadChecksOf } from './load-checks.ts'

test.each(roles)('loads every check of a %s, in the same order', async role => {
  const ids = (await loadChecksOf(role)).map(({ id }) => id)
  expect(ids).toEqual(checksOf(role).map(({ id }) => id))
  expect(ids.length).toBeGreaterThan(100)
})
