import { expect, test } from 'vitest'
import { certifyReference } from '../certify.ts'
import { inBrowser } from '../support/drivers.ts'
import { isPageCheck, rolesWithPages } from './page-checks.ts'

test.each(rolesWithPages)(
  'each check of a %s that opens a page is known to do so',
  { timeout: 200_000 },
  async role => {
    const { report } = await certifyReference({}, { ...inBrowser, browser: '/nowhere/chromium' }, role)
    const opening = report.checks.filter(({ reason }) => reason?.includes('/nowhere/chromium')).map(({ id }) => id)
    expect(opening.length).toBeGreaterThan(50)
    expect(opening.filter(id => !isPageCheck(id))).toEqual([])
  },
)
