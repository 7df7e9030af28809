import { expect, test } from 'vitest'
import { checksOf } from '../../suites/index.ts'
import type { CheckResult } from '../checks/run-check.ts'
import { selects } from '../checks/selection.ts'
import { openRun } from '../open-run.ts'
import { plainSettings } from '../settings/plain-settings.test.support.ts'
import type { RunSettings } from '../settings/settings.ts'
import { startReference } from '../target/reference-target.ts'
import { runChecks } from './in-process.ts'
import { phasesOf } from './phases.ts'
import { runInVitest } from './vitest.ts'

const settings: RunSettings = { ...plainSettings, only: ['META-*', 'CONSENT-05'] }

const signal = new AbortController().signal

/** Runs the selected checks against a fresh reference; returns their outcomes in the order of the run. */
const outcomesOf = async (run: (ready: RunSettings) => Promise<readonly CheckResult[]>) => {
  const reference = await startReference(settings, 'kyc')
  try {
    const results = await run(reference.settings)
    return results.map(({ id, outcome }) => `${id}: ${outcome}`)
  } finally {
    await reference.close()
  }
}

const selected = checksOf('kyc').filter(check => selects(settings, check))

test('the runner of users and that of the self-test run the same checks in the same order, with the same results', async () => {
  const progress: string[] = []
  const inVitest = await outcomesOf(async ready => {
    const onResult = ({ id }: CheckResult) => void progress.push(id)
    return (await runInVitest(ready, undefined, { signal, onCollected: () => undefined, onResult })).results
  })
  const inProcess = await outcomesOf(async ready =>
    runChecks(await openRun(ready, { write: () => undefined }, signal), selected, signal),
  )
  const { together, ...others } = phasesOf(selected)
  const oneByOne = Object.values(others).flat()
  expect(inVitest).toEqual(inProcess)
  expect(inVitest).toEqual([...together, ...oneByOne].map(({ id }) => `${id}: pass`))
  expect(progress.slice(together.length)).toEqual(oneByOne.map(({ id }) => id))
  expect(oneByOne.length).toBeGreaterThan(1)
}, 60_000)
