import type { Worker } from 'node:worker_threads'
import { expect, test, vi } from 'vitest'
import { plainSettings } from '../settings/plain-settings.test.support.ts'
import { runInThread } from './thread.ts'

// A thread that reports that the target was read, and then loops forever, as a bug might.
const hangs = `const { parentPort } = require('node:worker_threads')
parentPort.postMessage({ 'watch:import': ['file:///a.js'] })
parentPort.postMessage({ kind: 'opened', facts: {}, checks: [], total: 1 })
for (;;);`

vi.mock(import('node:worker_threads'), async original => {
  const real = await original()
  class Hanging extends real.Worker {
    constructor() {
      super(hangs, { eval: true, stdout: true, stderr: true })
    }
  }
  return { ...real, Worker: Hanging as typeof Worker }
})

test('a thread that hangs is ended, and the run says so', async () => {
  const hooks = { signal: new AbortController().signal, onCollected: vi.fn(), onResult: vi.fn() }
  const run = await runInThread(plainSettings, undefined, hooks, 1_000)
  expect(hooks.onCollected).toHaveBeenCalledExactlyOnceWith(1)
  expect(run).toMatchObject({ interrupted: true, ended: expect.stringContaining('no sign of life') })
})
