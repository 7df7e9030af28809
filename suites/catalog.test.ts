import { expect, test } from 'vitest'
import { roles } from '../protocol/operations.ts'
import { catalogOf, loadChecks } from './catalog.ts'
import { checksOf } from './index.ts'

test.each(roles)('the catalog of a %s has every check, in run order, and loads each', async role => {
  const listed = catalogOf(role)
  expect(listed).toEqual(checksOf(role).map(({ run: _, ...check }) => check))
  expect(await loadChecks(listed)).toEqual(checksOf(role))
})

test('a check that no suite defines is not loaded', async () => {
  const [check] = catalogOf('kyc')
  if (check === undefined) throw new Error('the catalog is empty')
  await expect(loadChecks([{ ...check, id: 'kyc/unknown' }])).rejects.toThrow('run npm run generate')
})
