import { afterEach, describe, expect, test, vi } from 'vitest'
import { missingForBrowser } from './installed.ts'

test.each([
  ['/usr/bin/firefox', 'cannot use /usr/bin/firefox'],
  ['/opt/firefox-esr', 'cannot use /opt/firefox-esr'],
  ['/nowhere/chromium', 'cannot start /nowhere/chromium'],
])('the driver cannot use %s, and the remedy names the browsers that it can', (path, expected) => {
  const missing = missingForBrowser(path)
  expect(missing).toContain(expected)
  expect(missing).toContain('name a Chromium, Chrome or Edge with --browser PATH')
})

test('any executable is accepted as a browser', () => {
  expect(missingForBrowser(process.execPath)).toBeUndefined()
})

describe('without playwright-core', () => {
  afterEach(() => void vi.doUnmock('../../../protocol/optional-package.ts'))

  test('the message says where it was searched for, and how to install it', async () => {
    vi.resetModules()
    vi.doMock('../../../protocol/optional-package.ts', async original => ({
      ...(await original<object>()),
      findPackage: () => undefined,
    }))
    const { missingPart } = await import('./installed.ts')
    const { what, remedy } = missingPart(undefined, ['/a', '/b']) ?? {}
    expect(what).toMatch(/playwright-core, which is not installed \(searched from .*protocol, from \/a, from \/b\)$/)
    expect(remedy).toContain('npm install playwright-core')
  })
})
