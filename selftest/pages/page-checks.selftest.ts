import { expect, test } from 'vitest'
import { certifyImplementation } from '../certify.ts'
import { withDriver } from '../support/drivers.ts'
import { scriptedVariantsOf } from './jobs.ts'
import { isPageCheck, rolesWithPages } from './page-checks.ts'

test.each(rolesWithPages)('each check of a %s that opens a page is listed', { timeout: 200_000 }, async role => {
  // Pages that need a browser, and a program that is not a browser.
  const [variant] = scriptedVariantsOf[role]
  if (variant === undefined) expect.fail('no variant has pages in script')
  const { report } = await certifyImplementation(role, withDriver('browser', variant), {
    browser: '/bin/false',
  })
  const opening = report.checks.filter(({ reason }) => reason?.includes('/bin/false')).map(({ id }) => id)
  expect(opening.length).toBeGreaterThan(50)
  expect(opening.filter(id => !isPageCheck(id))).toEqual([])
})
