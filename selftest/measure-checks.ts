import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { runCheck } from '../engine/checks/run-check.ts'
import { selects } from '../engine/checks/selection.ts'
import { openRun } from '../engine/open-run.ts'
import { plainSettings } from '../engine/settings/plain-settings.test.support.ts'
import { startReference } from '../engine/target/reference-target.ts'
import { idleMs } from '../harness/patience.ts'
import { type Role, roles } from '../protocol/operations.ts'
import { checksOf } from '../suites/index.ts'
import type { Measured } from '../suites/measured.ts'

/**
 * Measures the checks one at a time at the bundled reference, and records the times, which runs use for scheduling: `node
 * selftest/measure-checks.ts [--only PATTERN]…`. A whole record needs two minutes; for a new check, select only that one.
 */
const file = new URL('../suites/measured.json', import.meta.url)

/** A check below both limits is neither long nor waiting. */
const least = { seconds: 0.5, requests: 30 }

const round = (value: number): number => Math.round(value * 10) / 10

/** Runs the checks of a role, one at a time, and measures each. */
const measure = async (role: Role, only: string[]): Promise<Map<string, Measured>> => {
  const found = new Map<string, Measured>()
  const { settings, close } = await startReference({ ...plainSettings, depth: 'standard', only }, role)
  const { signal } = new AbortController()
  const open = await openRun(settings, { write: () => undefined }, signal)
  try {
    for (const check of checksOf(role).filter(each => selects(settings, each))) {
      const [began, before, { requests }] = [performance.now(), process.cpuUsage(), open.run.http]
      let looksBack = false
      const ended = async () => {
        looksBack = true
      }
      const place = { restsAfterMs: idleMs, rest: () => undefined, othersEnded: ended, allEnded: ended }
      await runCheck(open.run, check, { signal, place })
      const { user, system } = process.cpuUsage(before)
      const seconds = (performance.now() - began) / 1_000
      found.set(check.id, {
        seconds: round(seconds),
        busy: round((user + system) / 1_000_000),
        requests: open.run.http.requests - requests,
        ...(looksBack ? { looksBack } : {}),
      })
    }
  } finally {
    await open.close()
    await close()
  }
  return found
}

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true, default: [] } } })
const fresh = new Map<string, Measured>()
for (const role of roles)
  for (const [id, measured] of await measure(role, values.only)) {
    console.log(role, id, measured)
    if (measured.seconds >= (fresh.get(id)?.seconds ?? 0)) fresh.set(id, measured)
  }
const kept = values.only.length === 0 ? {} : (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Measured>)
const lines = Object.entries({ ...kept, ...Object.fromEntries(fresh) })
  .filter(
    ([, measured]) => measured.looksBack || measured.seconds >= least.seconds || measured.requests >= least.requests,
  )
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([id, measured]) => `  ${JSON.stringify(id)}: ${JSON.stringify(measured)}`)
writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`)
