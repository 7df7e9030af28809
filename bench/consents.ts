import { parseArgs } from 'node:util'
import { openRun } from '../engine/open-run.ts'
import { runChecks } from '../engine/runner/in-process.ts'
import { plainSettings } from '../engine/settings/plain-settings.test.support.ts'
import type { RunSettings } from '../engine/settings/settings.ts'
import { startReference } from '../engine/target/reference-target.ts'
import type { Evidence } from '../harness/http/exchange.ts'
import { browserDriver } from '../pages/browser/driver.ts'
import { createChromium } from '../pages/browser/process/chromium.ts'
import { watchLeftBehind } from '../selftest/support/left-behind.ts'
import { checksOf } from '../suites/index.ts'

/**
 * Makes a user decide in a browser repeatedly, in one run: `node bench/consents.ts [--count N]`. Prints processes, files and memory
 * during the run, and the remains at the end; exits 1 if there are any. Linux only.
 */
const { values } = parseArgs({ options: { count: { type: 'string', default: '500' } } })

const check = 'callback/exactly-the-decision'

const leftBehind = watchLeftBehind()

/** The number of decisions sent: each ends at the callback. */
let consents = 0

const settings: RunSettings = {
  ...plainSettings,
  depth: 'standard',
  pages: { checkout: { driver: 'browser' }, consent: { driver: 'browser' } },
}

const megabytes = (bytes: number) => Math.round(bytes / 1_048_576)

const row = (what: string) => {
  const { processes, bytes, files } = leftBehind.size()
  const memory = [process.memoryUsage().rss, bytes].map(megabytes)
  console.log(`| ${[what, processes, files, ...memory].join(' | ')} |`)
}

const decide = async (base: RunSettings): Promise<void> => {
  const signal = AbortSignal.timeout(3_600_000)
  const evidence: Evidence = {
    write: ({ request, response }) => {
      if (request.method === 'POST' && response?.status === 303) consents += 1
      return undefined
    },
  }
  const open = await openRun(base, evidence, signal)
  // A run would submit plain pages as forms where a check does not inspect them.
  const chromium = createChromium()
  const driver = browserDriver(chromium)
  const pages = { ...open.run.pages, drivers: { checkout: driver, consent: driver } }
  const checks = checksOf('kyc').filter(({ id }) => id === check)
  try {
    for (let seed = 1, shown = 0; consents < Number(values.count); seed++) {
      const again = { ...open, run: { ...open.run, seed, pages }, close: async () => undefined }
      const [result] = await runChecks(again, checks, signal)
      if (result?.outcome !== 'pass') throw new Error(`${check}: ${result?.outcome} ${result?.reason ?? ''}`)
      if (consents - shown < 100) continue
      shown = consents
      row(`after ${consents} consents`)
    }
  } finally {
    await chromium.close()
    await open.close()
  }
}

console.log('| | processes | files | harness and reference, MB | browser, MB |\n|---|--:|--:|--:|--:|')
row('before')
const reference = await startReference(settings, 'kyc')
try {
  await decide(reference.settings)
} finally {
  await reference.close()
}
row('at the end')
const remains = leftBehind.remains()
console.log(remains.length === 0 ? 'Nothing is left.' : remains.join('\n'))
leftBehind.end()
process.exitCode = remains.length === 0 ? 0 : 1
