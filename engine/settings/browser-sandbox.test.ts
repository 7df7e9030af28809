import { expect, test } from 'vitest'
import { sandboxWarning } from './browser-sandbox.ts'
import { plainSettings } from './plain-settings.test.support.ts'

const browser = process.execPath
const target = { role: 'kyc', baseUrl: 'http://127.0.0.1:1', environment: 'test' } as const
const auto = { ...plainSettings, browser, target, pages: {} }

test('says that root uses a browser without its sandbox, if one may be used', () => {
  expect(sandboxWarning(auto, 0)).toMatch(/^as root, .* without its sandbox\. Run as another user\.$/)
  expect(sandboxWarning({ ...auto, pages: { consent: { driver: 'browser' } } }, 0)).toBeDefined()
  expect(sandboxWarning(auto, 1000)).toBeUndefined()
  expect(sandboxWarning({ ...auto, pages: { consent: { driver: 'forms' } } }, 0)).toBeUndefined()
  expect(sandboxWarning({ ...auto, target: { ...target, role: 'merchant' } }, 0)).toBeUndefined()
  expect(sandboxWarning({ ...auto, browser: '/nowhere/chromium' }, 0)).toBeUndefined()
})
