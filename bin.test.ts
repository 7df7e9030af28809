import { exec, execFile } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { plainSettings } from './engine/settings/plain-settings.test.support.ts'
import { startReference } from './engine/target/reference-target.ts'
import { version as harness } from './engine/version.ts'

const bin = fileURLToPath(new URL('bin.ts', import.meta.url))

const pretendNode = (version: string) =>
  `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`

const tellImports = `import { registerHooks } from 'node:module'
registerHooks({ resolve(specifier, context, next) { const found = next(specifier, context); console.error(found.url); return found } })`

/** Runs the command in its own process, after a module that is given as text. */
const run = async (argv: string[], first?: string, cwd?: string, env: NodeJS.ProcessEnv = {}) => {
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
  test.each(['20.20.2', '22.18.0', '18.0.0', '23.11.0'])('names its requirements on Node %s', async version => {
    const { code, stderr } = await run(['--version'], pretendNode(version))
    expect(code).toBe(2)
    expect(stderr).toContain(`oc-conformance needs Node 22.19, or 24 or later; this is ${version}.`)
  })

  test.each(['22.19.0', '24.0.0', '26.0.0'])('starts on Node %s', async version => {
    expect(await run(['--version'], pretendNode(version))).toEqual({ code: 0, stdout: `${harness}\n`, stderr: '' })
  })

  test('prints its version without loading the commands', async () => {
    const { code, stderr } = await run(['--version'], tellImports)
    expect(code).toBe(0)
    expect(stderr).toContain('engine/version.ts')
    expect(stderr).not.toContain('node_modules/')
  })

  test.each([
    ['--frozen-intrinsics', 'change its console'],
    ['--disallow-code-generation-from-strings', 'compile text'],
    ['--secure-heap=64', 'make random values'],
  ])('names the right that it needs, and %s forbids', async (option, need) => {
    const { code, stderr } = await run(['clauses'], undefined, undefined, { NODE_OPTIONS: option })
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`error: Node may not ${need} here`) })
  })

  test('says that it needs WebAssembly', async () => {
    // Node itself needs it for the types of a checkout, before.
    const first = `import { stripTypeScriptTypes } from 'node:module'
stripTypeScriptTypes('')
delete WebAssembly.Module`
    const { code, stderr } = await run(['clauses'], first)
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('may not run WebAssembly here') })
  })

  test('says that it may not read its files', async () => {
    const { code, stderr } = await run(['clauses'], undefined, undefined, { NODE_OPTIONS: '--permission' })
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('Remove --permission') })
  })

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

describe.skipIf(process.getuid === undefined)('what Node compiled', () => {
  const name = `oc-conformance-cache-${process.getuid?.()}`
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'oc-cache-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  const help = (env: NodeJS.ProcessEnv = {}) =>
    run(['--help'], undefined, undefined, {
      NODE_COMPILE_CACHE: undefined,
      NODE_DISABLE_COMPILE_CACHE: undefined,
      NODE_V8_COVERAGE: undefined,
      TMPDIR: folder,
      ...env,
    })

  test('is kept in a folder that only this user may use', async () => {
    expect(await help()).toMatchObject({ code: 0, stderr: '' })
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o700)
    expect(await readdir(join(folder, name))).toHaveLength(1)
  })

  test('is not kept where others may write', async () => {
    await mkdir(join(folder, name))
    await chmod(join(folder, name), 0o777)
    expect(await help()).toMatchObject({ code: 0, stderr: '' })
    expect(await readdir(join(folder, name))).toEqual([])
  })

  test('is not kept behind a link', async () => {
    await mkdir(join(folder, 'elsewhere'), 0o700)
    await symlink(join(folder, 'elsewhere'), join(folder, name))
    expect(await help()).toMatchObject({ code: 0, stderr: '' })
    expect(await readdir(join(folder, 'elsewhere'))).toEqual([])
  })

  test.runIf(process.getuid?.() === 0)('is not kept in the folder of another user', async () => {
    await mkdir(join(folder, name), 0o700)
    await chown(join(folder, name), 65_534, 65_534)
    expect(await help()).toMatchObject({ code: 0, stderr: '' })
    expect(await readdir(join(folder, name))).toEqual([])
  })

  test('is kept in a folder that was given, but not in one where others may write', async () => {
    expect(await help({ NODE_COMPILE_CACHE: folder })).toMatchObject({ code: 0, stderr: '' })
    await chmod(folder, 0o777)
    expect(await help({ NODE_COMPILE_CACHE: folder })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('error: NODE_COMPILE_CACHE names a folder that others may write to'),
    })
  })
})

describe('a run', () => {
  const meta = ['run', '--reference', '--role', 'kyc', '--depth', 'quick', '--only', 'META-01']
  test.each<[string, Record<string, string>, number, string]>([
    ['a variable of Vitest that is meant for something else', { VITEST_MAX_WORKERS: '0' }, 0, ''],
    [
      'room for tiny headers only',
      { NODE_OPTIONS: '--max-http-header-size=1' },
      2,
      'error: Node reads 1 bytes of headers',
    ],
    ['no addons', { NODE_OPTIONS: '--no-addons' }, 0, ''],
    ['a cluster of Node that is not there', { NODE_UNIQUE_ID: '3' }, 2, 'error: Node may not listen on its own here'],
    ['no network', { NODE_OPTIONS: '--permission --allow-fs-read=* --allow-fs-write=*' }, 2, '(ERR_ACCESS_DENIED)'],
  ])('ends with a verdict or a sentence where there is %s', async (_, env, code, sentence) => {
    const folder = await mkdtemp(join(tmpdir(), 'oc-start-'))
    try {
      expect(await run(meta, undefined, folder, env)).toMatchObject({ code, stderr: expect.stringContaining(sentence) })
    } finally {
      await rm(folder, { recursive: true })
    }
  })

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

test('no library prints a key, even at its most verbose', { timeout: 60_000 }, async () => {
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
  test('runs it again when it is pasted into a shell, in a folder with spaces', { timeout: 300_000 }, async () => {
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
