import { createServer } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { checksOf } from '../../suites/index.ts'
import type { CheckResult } from '../checks/run-check.ts'
import { selects } from '../checks/selection.ts'
import { openRun } from '../open-run.ts'
import { plainSettings } from '../settings/plain-settings.test.support.ts'
import type { RunSettings } from '../settings/settings.ts'
import { startReference } from '../target/reference-target.ts'
import { runChecks } from './in-process.ts'
import { phasesOf } from './order.ts'
import { runInThread } from './thread.ts'

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

test('a run in a thread runs the same checks in the same order as one in this process, with the same results', async () => {
  const progress: string[] = []
  const inThread = await outcomesOf(async ready => {
    const onResult = ({ id }: CheckResult) => void progress.push(id)
    return (await runInThread(ready, undefined, { signal, onCollected: () => undefined, onResult })).results
  })
  const inProcess = await outcomesOf(async ready =>
    runChecks(await openRun(ready, { write: () => undefined }, signal), selected, signal),
  )
  const { together, ...others } = phasesOf(selected)
  const oneByOne = Object.values(others).flat()
  expect(inThread.toSorted()).toEqual(inProcess.toSorted())
  expect(inProcess).toEqual([...together, ...oneByOne].map(({ id }) => `${id}: pass`))
  expect(progress.slice(together.length)).toEqual(oneByOne.map(({ id }) => id))
  expect(oneByOne.length).toBeGreaterThan(1)
}, 60_000)

test('a run that ends by itself says why, also in a thread', { timeout: 60_000 }, async () => {
  const patience = { ...settings.patience, throttlingMs: 500 }
  const prepare = (server: FastifyInstance) => {
    // After the first requests, which give it some time, nothing more is accepted.
    let count = 0
    server.addHook('onRequest', async (_request, reply) => {
      count += 1
      if (count > 3) await reply.code(429).header('retry-after', '3600').send('')
    })
  }
  const reference = await startReference({ ...settings, patience, only: [] }, 'kyc', { prepare })
  try {
    const hooks = { signal, onCollected: () => undefined, onResult: () => undefined }
    const { interrupted, ended, facts } = await runInThread(reference.settings, undefined, hooks)
    expect(facts?.role).toBe('kyc')
    expect({ interrupted, ended }).toEqual({
      interrupted: true,
      ended: expect.stringContaining('it answered 429, and asked for Retry-After: "3600"'),
    })
  } finally {
    await reference.close()
  }
})

test('a run that is interrupted in its preflight ends, and judges nothing', { timeout: 60_000 }, async () => {
  const hang = createServer(() => undefined)
  await new Promise<void>(resolve => hang.listen(0, '127.0.0.1', resolve))
  const address = hang.address()
  const port = typeof address === 'object' ? address?.port : 0
  try {
    const target = { role: 'kyc' as const, baseUrl: `http://127.0.0.1:${port}`, environment: 'test' as const }
    const hooks = { signal: AbortSignal.timeout(1), onCollected: () => undefined, onResult: () => undefined }
    const { interrupted, results } = await runInThread({ ...settings, target, timeoutMs: 50_000 }, undefined, hooks)
    expect({ interrupted, results }).toEqual({ interrupted: true, results: [] })
  } finally {
    hang.closeAllConnections()
    hang.close()
  }
})
