import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { openTerminal } from '../terminal.test.support.ts'

afterEach(() => vi.unstubAllEnvs())

test.each([
  ['run', {}],
  ['run --json --depth quick --role gateway', {}],
  ['run', { CI: 'true', GITHUB_ACTIONS: 'true' }],
  ['run', { OC_CONFORMANCE_CONFIG: '', OC_CONFORMANCE_GATEWAY: '', OC_CONFORMANCE_REFERENCE: '' }],
  ['run', { OC_CONFORMANCE_REFERENCE: 'false', OC_CONFORMANCE_ROLE: 'gateway' }],
  ['preflight', {}],
  ['preflight', { CI: 'true' }],
  ['discover', {}],
])('%s with %j does not name a target: 2, and how to name one', async (argv, variables) => {
  const certify = vi.fn()
  const terminal = await openTerminal({ certify })
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  expect(await terminal.run(...argv.split(' '))).toEqual({
    code: 2,
    out: '',
    err: expect.stringMatching(/^error: no target is named.*\n.*base URL.*--config FILE.*--reference.*\n$/),
  })
  expect(certify).not.toHaveBeenCalled()
  expect(await readdir(terminal.folder)).toEqual([])
})

test.each([
  { OC_CONFORMANCE_REFERENCE: '1' },
  { OC_CONFORMANCE_GATEWAY: 'http://127.0.0.1:1' },
  { OC_CONFORMANCE_CONFIG: 'a.json' },
])('%j names a target', async variables => {
  const terminal = await openTerminal()
  await writeFile(join(terminal.folder, 'a.json'), JSON.stringify({ target: { baseUrl: 'http://127.0.0.1:1' } }))
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  expect((await terminal.run('run')).code).toBe(0)
})
