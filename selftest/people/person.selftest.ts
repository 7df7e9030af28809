import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { certify } from '../../engine/run.ts'
import { plainSettings } from '../../engine/settings/plain-settings.test.support.ts'
import type { RunSettings } from '../../engine/settings/settings.ts'
import { startReference } from '../../engine/target/reference-target.ts'
import type { Role } from '../../protocol/operations.ts'
import { type Certified, certifyTarget, clausesThat, withImplementation } from '../certify.ts'
import { scriptedVariantsOf } from '../pages/jobs.ts'
import { chromiumPath, launchChromium } from '../support/chromium.ts'
import { followPage, type PersonLog } from '../support/scripted-person.ts'

const byPerson: Partial<RunSettings> = {
  depth: 'quick',
  isPersonThere: true,
  pages: { checkout: { driver: 'person' }, consent: { driver: 'person' } },
}

/** Certifies a target in a worker while a person follows the announced page; returns how often one is announced. */
const certifyWithPerson = async (browser: Browser, given: RunSettings) => {
  const log: PersonLog = { done: [], notDone: [] }
  const reportDir = mkdtempSync(join(tmpdir(), 'oc-person-'))
  const met: Promise<unknown>[] = []
  try {
    const certified = await certify(
      { ...given, reportDir },
      {
        signal: AbortSignal.timeout(300_000),
        onPerson: url => void met.push(followPage(browser, url, log)),
      },
    )
    await Promise.all(met)
    return { certified, log, announced: met.length }
  } finally {
    rmSync(reportDir, { recursive: true, force: true })
  }
}

/** A machine with a terminal but no browser. */
const withoutBrowser: Partial<RunSettings> = {
  depth: 'quick',
  isPersonThere: true,
  browser: join(tmpdir(), 'no-browser'),
  pages: { checkout: { driver: 'auto' }, consent: { driver: 'auto' } },
}

const pageClauses = { gateway: ['PAGE-04'], kyc: ['CALLBACK-01', 'CALLBACK-02', 'CALLBACK-03'] }

/** Certifies the reference of a role while no one uses its pages. */
const certifyAlone = async (role: Role, changes: Partial<RunSettings>): Promise<Certified> => {
  const { settings, close } = await startReference({ ...plainSettings, ...byPerson, ...changes }, role)
  try {
    return await certifyTarget(settings)
  } finally {
    await close()
  }
}

describe.skipIf(chromiumPath === undefined)('a person with a browser (skipped without one)', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser.close())

  test.each(['gateway', 'kyc'] as const)('certifies the reference: %s', { timeout: 600_000 }, async role => {
    const settings = { ...plainSettings, ...byPerson, reference: role }
    const { certified, log, announced } = await certifyWithPerson(browser, settings)
    expect(announced).toBe(1)
    expect(log.done.length, log.notDone.join()).toBeGreaterThan(5)
    expect(clausesThat(certified, 'fail', 'warn', 'blocked')).toEqual([])
    expect(certified.report.verdict).toBe('conformant')
  })

  test.each(['gateway', 'kyc'] as const)(
    'is asked without a setting if pages need script and there is no browser: %s',
    { timeout: 600_000 },
    async role => {
      const [implementation] = scriptedVariantsOf[role]
      if (implementation === undefined) expect.fail('no variant has pages in script')
      const settings = { ...withoutBrowser, only: pageClauses[role] }
      const { certified, log, announced } = await withImplementation(role, { implementation, settings }, served =>
        certifyWithPerson(browser, served),
      )
      expect(announced).toBe(1)
      expect(log.notDone).toEqual([])
      expect(clausesThat(certified, 'fail', 'warn')).toEqual([])
      expect(clausesThat(certified, 'pass')).toEqual(pageClauses[role])
    },
  )

  test('is not asked if forms suffice', { timeout: 200_000 }, async () => {
    const settings = { ...plainSettings, ...withoutBrowser, reference: 'kyc' as const, only: pageClauses.kyc }
    const { certified, announced } = await certifyWithPerson(browser, settings)
    expect(announced).toBe(0)
    expect(clausesThat(certified, 'pass')).toEqual(pageClauses.kyc)
  })
})

/** The clauses of hosted and consent pages that can only be decided by using a page. */
const isOfPages = (id: string) => /^(?:PAGE|NOTIFY|CHECKOUT-13|FLOW|CALLBACK|CONSENT|GRANT-0[78])/.test(id)

const cases = [
  ['comes', { isPersonThere: true, patience: { notificationMs: 5_000, personMs: 1_000 } }, 'no one did within 1 s'],
  ['is there', { isPersonThere: false }, '--no-person'],
] as const

describe.each(cases)('no one %s', (_, changes, reason) => {
  test.each(['gateway', 'kyc'] as const)(
    'blocks only checks that need a person: %s',
    { timeout: 600_000 },
    async role => {
      const certified = await certifyAlone(role, changes)
      expect(clausesThat(certified, 'fail', 'warn')).toEqual([])
      expect(certified.report.verdict).toBe('incomplete')
      expect(clausesThat(certified, 'blocked').filter(id => !isOfPages(id))).toEqual([])
      const blocked = certified.report.checks.filter(({ verdict }) => verdict === 'blocked')
      expect(blocked.length).toBeGreaterThan(5)
      expect(blocked.filter(check => !check.reason?.includes(reason))).toEqual([])
    },
  )
})
