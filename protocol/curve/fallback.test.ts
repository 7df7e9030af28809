import { expect, test, vi } from 'vitest'
import { availableCurves, chooseCurve, curve } from './index.ts'

vi.mock('node:module', async original => ({
  ...(await original<typeof import('node:module')>()),
  createRequire: () => () => {
    throw new Error('neither package loads')
  },
}))

test('noble is used where no other library loads', () => {
  expect(availableCurves().map(({ name }) => name)).toEqual(['noble'])
  for (const name of [undefined, 'native', 'wasm', 'noble']) expect(chooseCurve(name).name).toBe('noble')
  expect(curve.name).toBe('noble')
})
