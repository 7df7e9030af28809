import { expect, test, vi } from 'vitest'
import { warnWithout } from './experimental-warning.ts'

test('one experimental warning is suppressed while loading; all others, and all later ones, get through', () => {
  const warnings: unknown[] = []
  const emitWarning = vi.spyOn(process, 'emitWarning').mockImplementation(warning => void warnings.push(warning))
  const warn = () => {
    process.emitWarning('SQLite is an experimental feature and might change at any time', 'ExperimentalWarning')
    process.emitWarning('The sky is an experimental feature', 'ExperimentalWarning')
    return 'loaded'
  }
  expect(warnWithout('SQLite', warn)).toBe('loaded')
  expect(warnings).toEqual(['The sky is an experimental feature'])
  process.emitWarning('SQLite is an experimental feature')
  expect(warnings.length).toBe(2)
  emitWarning.mockRestore()
})
