import { expect, test } from 'vitest'
import type { Role } from '../../protocol/operations.ts'
import { plainSettings } from '../settings/plain-settings.test.support.ts'
import type { RunSettings } from '../settings/settings.ts'
import { pageFindings } from './pages.ts'

const noBrowser = '/nowhere/chromium'
const driven = (driver: 'browser' | 'person' | 'forms' | 'auto'): RunSettings['pages'] => ({ consent: { driver } })

const findingsOf = (role: Role, changes: Partial<RunSettings>) =>
  pageFindings(role, { ...plainSettings, browser: noBrowser, ...changes }).findings

test('a configured browser that is missing is an invalid configuration, reported once with its remedy', () => {
  expect(pageFindings('kyc', { ...plainSettings, browser: noBrowser, pages: driven('browser') })).toEqual({
    stop: 2,
    findings: [
      {
        name: 'pages',
        ok: false,
        severity: 'error',
        message: expect.stringMatching(/^No check can use the consent pages, as pages\.consent\.driver asks: .*\.$/),
        remedy: expect.stringMatching(
          /^(?:Name a Chromium, Chrome or Edge with --browser PATH|Install it (?:beside the config )?with npm .*), or leave out pages\.consent\.driver\.$/,
        ),
      },
    ],
  })
})

test('a configured person who is unavailable is reported', () => {
  expect(findingsOf('kyc', { pages: driven('person') })).toMatchObject([
    { message: expect.stringContaining('no one is there') },
  ])
  expect(findingsOf('kyc', { pages: driven('person'), isPersonThere: true })).toEqual([])
})

test.each([
  ['kyc', driven('auto')],
  ['kyc', driven('forms')],
  ['kyc', {}],
  ['gateway', driven('browser')],
  ['merchant', driven('browser')],
] as const)('nothing is reported about a part that a %s does not use: %j', (role, pages) => {
  expect(findingsOf(role, { pages })).toEqual([])
})
