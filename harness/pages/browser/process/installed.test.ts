import { expect, test } from 'vitest'
import { missingForBrowser } from './installed.ts'

/** Without the package, that is what is missing first. */
const isUntried = missingForBrowser(process.execPath)?.includes('playwright-core') === true

test.skipIf(isUntried).each([
  ['/usr/bin/firefox', 'cannot use /usr/bin/firefox'],
  ['/opt/firefox-esr', 'cannot use /opt/firefox-esr'],
  ['/nowhere/chromium', 'cannot start /nowhere/chromium'],
])('%s is no browser of the driver, and the remedy names those that are', (path, expected) => {
  const missing = missingForBrowser(path)
  expect(missing).toContain(expected)
  expect(missing).toContain('name a Chromium, Chrome or Edge with --browser PATH')
})

test.skipIf(isUntried)('a program that can be started is taken for a browser', () => {
  expect(missingForBrowser(process.execPath)).toBeUndefined()
})
