import type { ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { MachineError } from '../machine/machine-error.ts'
import { plainSettings } from '../settings/plain-settings.test.support.ts'
import { openRunProcess } from './run-process.ts'

const started = vi.hoisted((): ChildProcess[] => [])
vi.mock(import('node:child_process'), async original => {
  const real = await original()
  const forked = (...given: Parameters<typeof fork>) => {
    const child = real.fork(...given)
    started.push(child)
    return child
  }
  return { ...real, fork: forked as typeof fork }
})

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oc-run-process-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test.skipIf(process.platform === 'win32')(
  'a process that is stopped for good is ended, and the run says so',
  async () => {
    const runs = openRunProcess(6_000)
    const hooks = { signal: new AbortController().signal, onStart: vi.fn(() => void started[0]?.kill('SIGSTOP')) }
    const settings = { ...plainSettings, reference: 'kyc' as const, reportDir: folder }
    const error = await runs.certify(settings, hooks).catch((reason: unknown) => reason)
    expect(hooks.onStart).toHaveBeenCalledOnce()
    expect(error).toBeInstanceOf(MachineError)
    expect(error).toHaveProperty('message', expect.stringContaining('was unresponsive'))
    expect(started[0]?.signalCode).toBe('SIGKILL')
    await runs.close()
  },
  60_000,
)
