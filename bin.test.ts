import { exec, execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { plainSettings } from './engine/settings/plain-settings.test.support.ts'
import { startReference } from './engine/target/reference-target.ts'
import { version as harness } from './engine/version.ts'

const bin = fileURLToPath(new URL('bin.ts', import.meta.url))

const pretendNode = (version: string) =>
  `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`

const tellImports = `import { registerHooks } from 'node:module'
registerHooks({ resolve(specifier, context, next) { const found = next(specifier, context); console.error(found.url); return found } })`

/** Runs the command in a process of its own, after a module that is given as text. */
const run = async (argv: string[], first?: string, cwd?: string, env: Record<string, string> = {}) => {
  const imports = first === undefined ? [] : ['--import', `data:text/javascript,${encodeURIComponent(first)}`]
  return promisify(execFile)(process.execPath, [...imports, bin, ...argv], {
    cwd,
    env: { ...process.env, ...env },
    // A process that never ends is ended, and has no code.
    timeout: 40_000,
    killSignal: 'SIGKILL',
    maxBuffer: 64 * 1_048_576,
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  )
}

describe('the command', () => {
  test.each(['20.20.2', '22.18.0', '18.0.0', '23.11.0'])('says what it needs on Node %s', async version => {
    const { code, stderr } = await run(['--version'], pretendNode(version))
    expect(code).toBe(2)
    expect(stderr).toContain(`oc-conformance needs Node 22.19, or 24 or later; this is ${version}.`)
  })

  test.each(['22.19.0', '24.0.0', '26.0.0'])('starts on Node %s', async version => {
    expect(await run(['--version'], pretendNode(version))).toEqual({ code: 0, stdout: `${harness}\n`, stderr: '' })
  })

  test('tells its version without loading the commands', async () => {
    const { code, stderr } = await run(['--version'], tellImports)
    expect(code).toBe(0)
    expect(stderr).toContain('engine/version.ts')
    expect(stderr).not.toContain('node_modules/')
  })

  test.each(['--frozen-intrinsics', '--disallow-code-generation-from-strings'])(
    'says that it cannot run with %s',
    async option => {
      const { code, stderr } = await run(['clauses'], undefined, undefined, { NODE_OPTIONS: option })
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`the option ${option} of Node.`) })
    },
  )

  test.runIf(process.platform === 'linux')('ends where coverage has no folder that can be made', async () => {
    const { code, stdout, stderr } = await run(['--version'], undefined, undefined, { NODE_V8_COVERAGE: '/proc/x/y' })
    expect({ code, stdout }).toEqual({ code: 0, stdout: '1.0.0\n' })
    expect(stderr).toContain('warning: NODE_V8_COVERAGE')
  })

  test('wrong usage leaves the process with 2', async () => {
    const { code, stdout, stderr } = await run(['explain', 'AUTH-99'])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('is neither a clause nor a check')
  })

  test('help loads none of the heavy packages', async () => {
    const { code, stderr } = await run(['run', '--help'], tellImports)
    expect(code).toBe(0)
    expect(stderr).toContain('node_modules/commander')
    expect(stderr).not.toMatch(
      /node_modules\/(vitest|vite|fastify|undici|ajv|msw|fast-check|@noble|tiny-secp256k1|secp256k1)\//,
    )
  })
})

describe('a run', () => {
  test('loads no suite in the main thread, and no reference if it has a target', { timeout: 60_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'oc-start-'))
    try {
      const { code, stderr } = await run(['run', 'http://127.0.0.1:1', '--only', 'META-01'], tellImports, folder)
      expect(code).toBe(3)
      expect(stderr).toContain('engine/runner/thread.ts')
      const own = stderr.split('\n').filter(line => line.startsWith('file:') && !line.includes('node_modules/'))
      expect(own.filter(url => /\/(suites\/index|(reference|sandbox)\/)/.test(url))).toEqual([])
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

test('no library prints a key, even where it is asked to say all', { timeout: 60_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'oc-debug-'))
  try {
    await run(['init', 'http://127.0.0.1:1', '--role', 'merchant', '--ocid', '1002'], undefined, folder)
    const text = await readFile(join(folder, 'oc-conformance.config.json'), 'utf8')
    const keys = text.match(/(?<="privateKey": ")[0-9a-f]{64}/g) ?? []
    expect(keys.length).toBeGreaterThan(3)
    const { code, stdout, stderr } = await run(['run', '--only', 'META-01'], undefined, folder, {
      DEBUG: '*',
      NODE_DEBUG: 'worker,net,http',
    })
    expect(code).toBe(3)
    expect(stderr).toContain('WORKER ')
    for (const key of keys) expect((stdout + stderr).includes(key)).toBe(false)
  } finally {
    await rm(folder, { recursive: true })
  }
})

describe('the command that repeats a check', () => {
  test('runs it again when it is pasted into a shell, in a folder with blanks', { timeout: 300_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'a set-up '))
    const reference = await startReference(plainSettings, 'kyc')
    try {
      const config = { target: { role: 'kyc', baseUrl: reference.settings.target?.baseUrl, ocid: 1003 } }
      await writeFile(join(folder, "provider's config.json"), JSON.stringify(config))
      await writeFile(join(folder, 'my profile.json'), '{}')
      const given = [
        '--config',
        "provider's config.json",
        '--profile',
        'my profile.json',
        '--environment',
        'production',
      ]
      const first = await run(['run', ...given, '--only', 'META-01', '--report', 'a report'], undefined, folder)
      expect(first).toMatchObject({ code: 0 })
      const report = JSON.parse(await readFile(join(folder, 'a report', 'report.json'), 'utf8'))
      const { id, reproduce } = report.checks.find(({ verdict }: { verdict: string }) => verdict === 'pass')
      const path = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`
      await promisify(exec)(reproduce, { cwd: folder, env: { ...process.env, PATH: path } })
      const again = JSON.parse(await readFile(join(folder, 'a report', 'repeat', 'report.json'), 'utf8'))
      expect(again.checks.filter(({ verdict }: { verdict: string }) => verdict !== 'not-selected')).toMatchObject([
        { id, verdict: 'pass' },
      ])
      expect(again.target).toEqual(report.target)
      expect(again.run).toMatchObject({ seed: report.run.seed, depth: report.run.depth })
    } finally {
      await reference.close()
      await rm(folder, { recursive: true })
    }
  })
})
