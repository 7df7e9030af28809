import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { processIo } from '../../cli/process.ts'
import { createProgram } from '../../cli/program.ts'
import { openTerminal } from '../../cli/terminal.test.support.ts'
import { serveReference } from '../../sandbox/serve.ts'
import { root, words } from '../documents.ts'

const textOf = (name: string): string => readFileSync(join(root, name), 'utf8')
const yamlIn = (name: string) =>
  parseAllDocuments(textOf(name), { strict: true }).map(document => {
    expect(document.errors).toEqual([])
    return document.toJS()
  })

const [action] = yamlIn('action.yml')
const [{ spec }, { 'oc-conformance': job }] = yamlIn('docs/ci/gitlab.yml')
const dockerfile = textOf('docs/ci/Dockerfile')
const stages = dockerfile.split(/^FROM /m).slice(1)
const manifest = JSON.parse(textOf('package.json'))

const program = createProgram(processIo({ onInterrupt: () => () => undefined }), () => undefined)
const run = program.commands.find(command => command.name() === 'run')
const variables = (run?.options ?? []).map(({ envVar }) => envVar)

const step = action.runs.steps.find(({ id }: { id?: string }) => id === 'run')

describe('options', () => {
  test.each([
    ['action.yml', Object.keys(step.env)],
    ['docs/ci/gitlab.yml', Object.keys(job.variables)],
  ])('%s: every variable is that of an option', (_, names) => {
    const given = names.filter(name => name.startsWith('OC_CONFORMANCE_'))
    expect(given.length).toBeGreaterThan(4)
    expect(given.filter(name => !variables.includes(name))).toEqual([])
  })

  test('the action uses each of its inputs, and no other', () => {
    const used = [...JSON.stringify(action.runs).matchAll(/inputs\.([\w-]+)/g)].map(([, name]) => name)
    expect([...new Set(used)].sort()).toEqual(Object.keys(action.inputs).sort())
    // A string of the workflow is never a part of a script.
    expect(step.run).not.toContain('${{')
  })

  test('the template uses each of its inputs, and no other', () => {
    const used = [...JSON.stringify(job).matchAll(/\$\[\[ inputs\.([\w-]+) \]\]/g)].map(([, name]) => name)
    expect([...new Set(used)].sort()).toEqual(Object.keys(spec.inputs).sort())
  })
})

describe('the container', () => {
  test('needs no root, has Chromium in its last stage, and starts the program of the package', () => {
    expect(stages.map(stage => stage.match(/^\S+ AS (\w+)/)?.[1])).toEqual(['package', 'harness', 'sandbox', 'browser'])
    for (const stage of stages.slice(1)) expect(stage.match(/^USER (\w+)/gm)?.at(-1)).toBe('USER node')
    expect(stages.slice(1, 3).join()).not.toContain('chromium')
    expect(stages[3]).toContain('chromium')
    expect(dockerfile).toContain(`ENTRYPOINT ${JSON.stringify(Object.keys(manifest.bin))}`)
  })

  test('has the playwright-core that is tested here, and the Node of the action', () => {
    const lock = JSON.parse(textOf('package-lock.json'))
    expect(dockerfile).toContain(`playwright-core@${lock.packages['node_modules/playwright-core'].version} `)
    const { 'node-version': node } = action.runs.steps[0].with
    expect([...dockerfile.matchAll(/node:(\d+)-/g)].map(([, version]) => Number(version))).toEqual([node, node])
  })

  test('is built without keys and reports', () => {
    const ignored = textOf('docs/ci/Dockerfile.dockerignore').split('\n')
    expect(ignored).toEqual(expect.arrayContaining(['.git', '**/oc-conformance.config.json', '**/conformance-report']))
  })
})

describe('the container of a sandbox', () => {
  const sandbox = stages[2] ?? ''
  const argvOf = (instruction: string): string[] =>
    JSON.parse(sandbox.match(new RegExp(`${instruction} (\\[.*\\])$`, 'm'))?.[1] ?? '[]')
  const [, ...entry] = argvOf('^ENTRYPOINT')
  const inDocs = [...textOf('docs/sandbox.md').matchAll(/^docker run .*? oc-conformance:sandbox(.*)$/gm)]

  test.each([{ rest: argvOf('^CMD') }, ...inDocs.map(([, text = '']) => ({ rest: words(text) }))])(
    'serves with the options after its name: $rest',
    async ({ rest }) => {
      const served: unknown[] = []
      const terminal = await openTerminal({
        serveReference: async options => {
          served.push(options)
          setImmediate(() => terminal.interrupt())
          return { roles: {}, close: async () => undefined, stop: async () => undefined }
        },
      })
      await terminal.run('init', 'http://127.0.0.1:4010', '--role', 'gateway', '--ocid', '1001')
      expect(await terminal.run(...entry, ...rest)).toMatchObject({ code: 0, err: '' })
      expect(served).toMatchObject([{ host: '0.0.0.0', port: 4010, dataDir: '/state', logs: true }])
    },
  )

  test('is named in its documentation', () => {
    expect(inDocs.length).toBeGreaterThan(0)
  })

  test('keeps its state in a volume that its user may write to, and asks for its health', async () => {
    expect(sandbox).toMatch(/^VOLUME \/state$/m)
    expect(sandbox).toContain('chown node:node /state')
    const { roles, close } = await serveReference({ roles: ['kyc'] })
    const [, ...check] = argvOf('^ +CMD')
    const isHealthy = () =>
      new Promise<number>(resolve => {
        const argv = check.map(word => word.replace('http://127.0.0.1:4010', `${roles.kyc?.baseUrl}`))
        execFile(process.execPath, argv, error => resolve(Number(error?.code ?? 0)))
      })
    expect(await isHealthy()).toBe(0)
    await close()
    expect(await isHealthy()).toBe(1)
  })
})

describe('the step of the action that certifies', () => {
  const folder = mkdtempSync(join(tmpdir(), 'oc-action-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** Runs the script of the step as the runner of GitHub does, in an empty folder. */
  const certify = (env: Record<string, string>) =>
    new Promise<{ code: number; outputs: string }>(resolve => {
      const file = join(folder, `outputs-${Object.values(env).join('-').replace(/\W/g, '')}`)
      const inputs = Object.fromEntries(Object.keys(step.env).map(name => [name, '']))
      execFile(
        'bash',
        ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run],
        {
          cwd: folder,
          env: {
            ...inputs,
            PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
            ACTION_PATH: root,
            GITHUB_OUTPUT: file,
            OC_CONFORMANCE_REPORT: 'conformance-report',
            ...env,
          },
        },
        error =>
          resolve({ code: Number(error?.code ?? 0), outputs: existsSync(file) ? readFileSync(file, 'utf8') : '' }),
      )
    })

  test('says the verdict', { timeout: 60_000 }, async () => {
    const ran = await certify({ ARGS: '--reference --role kyc --only META-01', OC_CONFORMANCE_DEPTH: 'quick' })
    expect(ran).toEqual({ code: 0, outputs: 'verdict=partial\nexit-code=0\n' })
  })

  test.each([{}, { OC_CONFORMANCE_DEPTH: 'quick' }])('ends with 2 where no input names a target: %j', async env => {
    expect(await certify(env)).toEqual({ code: 2, outputs: 'verdict=\nexit-code=2\n' })
  })

  test('ends as run does, and no input is a command', { timeout: 60_000 }, async () => {
    const ran = await certify({ BASE_URL: 'http://x/$(touch made)`touch made`;touch made', ARGS: '--depth *' })
    expect(ran).toEqual({ code: 2, outputs: 'verdict=\nexit-code=2\n' })
    expect(existsSync(join(folder, 'made'))).toBe(false)
  })

  test('does not mistake an address for an option', { timeout: 60_000 }, async () => {
    writeFileSync(join(folder, 'theirs.mjs'), `import { writeFileSync } from 'node:fs'; writeFileSync('made', '')`)
    for (const address of ['--config=theirs.mjs', '-h', '--reference'])
      expect(await certify({ BASE_URL: address, ARGS: '--depth quick' })).toMatchObject({ code: 2 })
    expect(existsSync(join(folder, 'made'))).toBe(false)
  })

  test.runIf(process.platform === 'linux')(
    'never ends with 1 for a problem of the machine',
    { timeout: 60_000 },
    async () => {
      const given = { ARGS: '--reference --role kyc --only META-01', OC_CONFORMANCE_DEPTH: 'quick' }
      expect(await certify({ ...given, GITHUB_OUTPUT: '/dev/full' })).toMatchObject({ code: 3 })
      expect(await certify({ ...given, TMPDIR: join(folder, 'nowhere') })).toMatchObject({ code: 3 })
      expect(await certify({ GITHUB_OUTPUT: '/dev/full' })).toMatchObject({ code: 2 })
    },
  )
})
