import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Planned } from '../../engine/multi-target/side-by-side.ts'
import { factsFor } from '../../engine/unfinished/facts.test.support.ts'
import { openUnfinished } from '../../engine/unfinished/file.ts'
import { openTerminal, report } from '../terminal.test.support.ts'

afterEach(() => vi.unstubAllEnvs())

describe('the settings of a run', () => {
  test('a flag beats its variable, which beats the config', async () => {
    const terminal = await openTerminal()
    const target = { baseUrl: 'http://127.0.0.1:1' }
    await writeFile(
      join(terminal.folder, 'oc-conformance.config.json'),
      JSON.stringify({ target, seed: 1, depth: 'quick', maxRps: 1 }),
    )
    vi.stubEnv('OC_CONFORMANCE_SEED', '2')
    vi.stubEnv('OC_CONFORMANCE_MAX_RPS', '2')
    await terminal.run('run', '--seed', '3')
    expect(terminal.settings()).toMatchObject({ seed: 3, maxRps: 2, depth: 'quick', target })
  })

  test('every option reaches the engine', async () => {
    const terminal = await openTerminal()
    const options = `--role gateway --ocid 1001 --profile reference --only AUTH-* --only verify,CHECKOUT-01 --skip auth-02 --depth thorough
      --budget 5m --seed 9 --report out --known-failing known --fail-on should --max-rps 20 --timeout 500 --shard 2/3 --environment production
      --listen [::1]:4900 --public-url https://us.example --yes-change-state --json`
    await writeFile(join(terminal.folder, 'known'), 'AUTH-01\ncheckout/one')
    const { code, err } = await terminal.run('run', 'http://127.0.0.1:4010/', ...options.split(/\s+/))
    expect({ code, err }).toEqual({ code: 0, err: 'seed 9, thorough\n' })
    expect(terminal.settings()).toMatchObject({
      target: { role: 'gateway', baseUrl: 'http://127.0.0.1:4010', ocid: 1001, environment: 'production' },
      profile: 'reference',
      only: ['AUTH-*', 'verify', 'CHECKOUT-01'],
      skip: ['auth-02'],
      depth: 'thorough',
      budgetMs: 300_000,
      seed: 9,
      reportDir: join(terminal.folder, 'out'),
      knownFailing: ['AUTH-01', 'checkout/one'],
      failOn: 'should',
      maxRps: 20,
      timeoutMs: 500,
      shard: { index: 2, of: 3 },
      environment: 'production',
      counterpart: { listen: { host: '::1', port: 4900 }, publicUrl: 'https://us.example' },
      yesChangeState: true,
      json: true,
      preflightOnly: false,
    })
  })

  test('each worker has its own provisioning', async () => {
    const plans: Planned[] = []
    const target = { baseUrl: 'http://127.0.0.1:1' }
    const terminal = await openTerminal({
      certifySideBySide: async (given, _signal, onDone) => {
        plans.push(...given)
        onDone(0, { report, exitCode: 1 })
      },
    })
    for (const seed of [1, 2]) await writeFile(join(terminal.folder, `${seed}.json`), JSON.stringify({ target, seed }))
    vi.stubEnv('OC_CONFORMANCE_WORKERS', '2')
    const { code } = await terminal.run('run', '--config', '1.json', '--config', '2.json')
    expect(code).toBe(1)
    expect(plans.map(({ settings }) => [settings.workers, settings.seed])).toEqual([[2, 1]])
    expect(plans[0]?.provisionings?.map(({ seed }) => seed)).toEqual([1, 2])
    vi.stubEnv('OC_CONFORMANCE_WORKERS', '1')
    expect(await terminal.run('run', '--config', '1.json', '--config', '2.json')).toMatchObject({
      code: 2,
      err: 'error: one target needs one config, or one for each worker.\nGive --config once, or --workers.\n',
    })
  })

  test.each([
    ['1', true],
    ['false', false],
    ['', false],
  ])('a variable for an option without a value: %j', async (value, json) => {
    const terminal = await openTerminal()
    vi.stubEnv('OC_CONFORMANCE_JSON', value)
    await terminal.run('run', '--reference')
    expect(terminal.settings().json).toBe(json)
  })

  test('an invalid value names its variable; an empty variable counts as unset', async () => {
    const terminal = await openTerminal()
    vi.stubEnv('OC_CONFORMANCE_BUDGET', '')
    vi.stubEnv('OC_CONFORMANCE_JSON', 'maybe')
    const { code, err } = await terminal.run('run', '--reference')
    expect({ code, err }).toEqual({
      code: 2,
      err: 'error: OC_CONFORMANCE_JSON cannot be "maybe".\nExpected 1, true, 0 or false.\n',
    })
  })

  test('--gateway is an address of that role', async () => {
    const terminal = await openTerminal()
    await terminal.run('run', '--gateway', 'http://127.0.0.1:4010')
    expect(terminal.settings().target).toMatchObject({ role: 'gateway', baseUrl: 'http://127.0.0.1:4010' })
  })

  test('--reference: the reference', async () => {
    const terminal = await openTerminal()
    await terminal.run('run', '--reference')
    expect(terminal.settings().target).toBeUndefined()
  })
})

describe('the output of a run', () => {
  test.each([0, 1, 2, 3, 4])('exits with %d, the code of the engine', async exitCode => {
    const terminal = await openTerminal({ certify: async () => ({ report, exitCode }) })
    expect((await terminal.run('run', '--reference')).code).toBe(exitCode)
  })

  test('the summary on standard output, progress and the seed on standard error', async () => {
    const terminal = await openTerminal({
      certify: async (_, { onStart, onCheck }) => {
        onStart?.(1)
        onCheck?.({ id: 'checkout/one', title: 'one', verdict: 'fail' })
        return { report, exitCode: 0 }
      },
    })
    const { out, err } = await terminal.run('run', '--reference', '--seed', '5')
    expect(out).toContain('CONFORMANT')
    expect(out).toContain(join('conformance-report', 'gateway', 'report.html'))
    expect(out).toContain(join('conformance-report', 'index.html'))
    expect(err).toContain('seed 5, standard\n1 checks of the bundled reference, Gateway\n')
    expect(err).toContain('Gateway: checkout/one')
    expect(err).toContain('4/4 checks, 4 failed')
  })

  test('several targets end in any order, and are summarized in the given order', async () => {
    const terminal = await openTerminal({
      certifySideBySide: async (plans, _signal, onDone) => {
        for (const index of [...plans.keys()].reverse()) onDone(index, { report, exitCode: 0 })
      },
    })
    const { out } = await terminal.run('run', '--reference')
    const folders = [...out.matchAll(/conformance-report\/([\w-]+)\/report\.html/g)].map(([, folder]) => folder)
    expect(folders).toEqual(['gateway', 'merchant', 'kyc', 'kyc-production'])
  })

  test('--json: standard output is only JSON', async () => {
    const terminal = await openTerminal()
    const { out } = await terminal.run('run', '--reference', '--json')
    expect(JSON.parse(out)).toMatchObject({ verdict: 'conformant', exitCode: 0 })
  })

  test('SIGINT lets the engine finish', async () => {
    const terminal = await openTerminal({
      certify: async (_, { signal }) => {
        terminal.interrupt()
        return { report, exitCode: signal.aborted ? 3 : 0 }
      },
    })
    const { code, err } = await terminal.run('run', '--reference')
    expect(code).toBe(3)
    expect(err).toContain('Interrupted: writing an incomplete report.')
  })
})

describe('run --resume', () => {
  test.each([
    [['--reference', '--role', 'kyc', '--resume'], 'holds no run that was interrupted'],
    [['--resume', '--failed', 'report.json'], '--resume continues the run of one target'],
    [['--resume', '--gateway', 'http://127.0.0.1:1', '--merchant', 'http://127.0.0.1:2'], 'the run of one target'],
  ])('%j is refused', async (argv, message) => {
    const { code, err } = await (await openTerminal()).run('run', ...argv)
    expect(code).toBe(2)
    expect(err).toContain(message)
  })

  test('keeps the seed, depth and selection of the run', async () => {
    const address = 'http://127.0.0.1:4010'
    const terminal = await openTerminal({
      certify: async settings => {
        if (settings.earlier === undefined)
          openUnfinished(settings, new Date())(
            { id: 'a', outcome: 'pass', seconds: 0, observations: [], exchanges: [] },
            factsFor(settings),
          )
        return { report: { ...report, run: { ...report.run, interrupted: true } }, exitCode: 3 }
      },
    })
    await mkdir(join(terminal.folder, 'out'))
    const first = await terminal.run('run', address, '--report', 'out', '--depth', 'quick', '--seed', '5')
    expect(first.err).toContain(`run ${address} --report out --resume`)
    const other = await terminal.run('run', address, '--report', 'out', '--seed', '6', '--resume')
    expect(other.err).toContain('a run that is resumed keeps its seed')
    const elsewhere = await terminal.run('run', address, '--report', 'out', '--environment', 'production', '--resume')
    expect(elsewhere).toMatchObject({
      code: 2,
      err: expect.stringContaining('differ in environment ("test" there, and now "production")'),
    })
    await terminal.run('run', address, '--report', 'out', '--resume')
    expect(terminal.settings()).toMatchObject({ depth: 'quick', seed: 5, earlier: { results: [{ id: 'a' }] } })
  })
})

describe('preflight', () => {
  const findings = [
    { name: 'clock', ok: true, severity: 'info' as const, message: 'within 1 s' },
    { name: 'key', ok: false, severity: 'error' as const, message: 'not \u001b[31mregistered', remedy: 'Register it.' },
  ]
  const certify = async () => ({ report: { ...report, preflight: findings }, exitCode: 2 })

  test('asks the engine only for it, and prints its findings', async () => {
    const terminal = await openTerminal({ certify })
    const { code, out } = await terminal.run('preflight', 'http://127.0.0.1:4010')
    expect(terminal.settings()).toMatchObject({ preflightOnly: true, target: { baseUrl: 'http://127.0.0.1:4010' } })
    expect(code).toBe(2)
    expect(out).toBe('ok clock: within 1 s\nerror key: not ⟨U+001B⟩[31mregistered\n        Register it.\n')
  })

  test.each([
    [3, [findings[0]], 0],
    [3, findings, 3],
    [3, [], 3],
    [4, [findings[0]], 4],
  ])('if the engine returns %d for %j, it exits with %d', async (exitCode, preflight, code) => {
    const found = preflight.filter(each => each !== undefined)
    const terminal = await openTerminal({
      certify: async () => ({ report: { ...report, preflight: found }, exitCode }),
    })
    expect((await terminal.run('preflight', 'http://127.0.0.1:4010')).code).toBe(code)
  })

  test('--json', async () => {
    const { out } = await (await openTerminal({ certify })).run('preflight', 'http://127.0.0.1:4010', '--json')
    expect(JSON.parse(out)).toEqual({ exitCode: 2, findings })
  })
})
