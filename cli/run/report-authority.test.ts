import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  address,
  type Changes,
  dangerous,
  failed,
  given,
  openFolder,
  putReport,
  shown,
} from '../authority.test.support.ts'
import { openTerminal } from '../terminal.test.support.ts'

afterEach(() => vi.unstubAllEnvs())

type Target = NonNullable<Changes['target']>

const again = [
  ['replay', 'report.json', 'checkout/one'],
  ['run', '--failed', 'report.json'],
]

describe('a report decides nothing but checks, seed, depth and counterexample', () => {
  const everything = ['http://evil.example', ...dangerous.flat()]

  test.each(again)('%s: no argument of its run has an effect, alone or together', async (...argv) => {
    const terminal = await openFolder()
    await putReport(terminal)
    await terminal.run(...argv)
    const wanted = shown(terminal.settings())
    expect(wanted).toMatchObject({ only: ['checkout/one'], seed: 42, depth: 'quick' })
    expect(dangerous.length).toBeGreaterThan(20)
    for (const repeat of [...dangerous, everything, ['http://evil.example'], ['--max-rps', '9', '--shard', '1/2']]) {
      await putReport(terminal, { run: { repeat, sign: 'touch made' } })
      await terminal.run(...argv)
      expect({ repeat, ...shown(terminal.settings()) }).toEqual({ repeat, ...wanted })
    }
    const left = (await readdir(terminal.folder)).filter(name => name !== 'conformance-report' && name !== 'replay')
    expect(left).toEqual(['evil', 'evil.config.js', 'evil.json', 'kept', 'report.json'])
    expect(await readFile(join(terminal.folder, 'kept'), 'utf8')).toBe('kept')
  })

  test.each(again)('%s: a config or an address of the caller is kept', async (...argv) => {
    const terminal = await openFolder()
    await putReport(terminal, { run: { repeat: everything } })
    const config = { target: { baseUrl: address, role: 'gateway', ocid: 7 }, maxRps: 3 }
    await writeFile(join(terminal.folder, 'oc-conformance.config.json'), JSON.stringify(config))
    await terminal.run(...argv)
    expect(terminal.settings()).toMatchObject({ ...config, target: { ...config.target, environment: 'test' } })
    expect(terminal.settings().counterpart).not.toHaveProperty('tunnel')
  })

  test.each<[string, Target, string[], [there: string, here: string]]>([
    ['origin', { baseUrl: 'http://evil.example' }, [], ['http://evil.example', address]],
    ['origin, but for its port', { baseUrl: 'http://127.0.0.1:4011/x' }, [], ['http://127.0.0.1:4011', address]],
    ['OCID', { ocid: 1002 }, ['--ocid', '1001'], ['1002', '1001']],
    ['environment', { environment: 'test' }, ['--environment', 'production'], ['test', 'production']],
    ['environment', { environment: 'production' }, [], ['production', 'test']],
    ['role', { role: 'merchant' }, ['--role', 'gateway'], ['merchant', 'gateway']],
  ])('another %s ends with 2, names both, and starts nothing', async (_, target, argv, [there, here]) => {
    for (const way of again) {
      const certify = vi.fn()
      const terminal = await openTerminal({ certify })
      await putReport(terminal, { target })
      await writeFile(
        join(terminal.folder, 'oc-conformance.config.json'),
        JSON.stringify({ target: { baseUrl: `${address}/` } }),
      )
      const byConfig = await terminal.run(...way, ...argv)
      const byAddress = await terminal.run(...way, address, ...argv)
      for (const { code, out, err } of [byConfig, byAddress]) {
        expect({ code, out }).toEqual({ code: 2, out: '' })
        expect(err).toContain(`"${there}"`)
        expect(err).toContain(`"${here}"`)
      }
      expect(certify).not.toHaveBeenCalled()
    }
  })

  test('if no target is named, its address is used, with fresh keys and nothing else of its target', async () => {
    const terminal = await openFolder()
    await putReport(terminal, { target: { ocid: 1001, environment: 'test' } })
    vi.stubEnv('OC_CONFORMANCE_CONFIG', '')
    const { err } = await terminal.run('replay', 'report.json', 'checkout/one')
    expect(err).toContain(`the address of the report is used, ${address}, with fresh keys`)
    const { target, hasConfig } = terminal.settings()
    expect({ target, hasConfig }).toEqual({
      target: { baseUrl: address, role: 'gateway', environment: 'test' },
      hasConfig: false,
    })
    expect(terminal.settings().isReported).toBe(true)
    await terminal.run('replay', 'report.json', 'checkout/one', address)
    expect(terminal.settings().isReported).toBeUndefined()
  })

  test.each<[Target, string[], string]>([
    [{ baseUrl: 'https://bank.invalid', environment: 'test' }, [], 'production'],
    [{ baseUrl: 'https://127.0.0.1.bank.invalid', environment: 'test' }, [], 'production'],
    [{ environment: 'production' }, [], 'production'],
    [{ baseUrl: 'https://bank.invalid', environment: 'test' }, ['--environment', 'test'], 'test'],
  ])('%j with %j: the environment is %s', async (target, argv, environment) => {
    const terminal = await openFolder()
    await putReport(terminal, { target })
    await terminal.run('replay', 'report.json', 'checkout/one', ...argv)
    expect(terminal.settings()).toMatchObject({ environment, yesChangeState: false, target: { environment } })
  })

  test.each([
    'http://169.254.169.254/latest',
    'http://2852039166',
    'http://[::ffff:169.254.169.254]',
    'http://[fe80::1]',
    'http://[64:ff9b::a9fe:a9fe]',
    'http://[2002:a9fe:a9fe::1]',
    'http://[fd00:ec2::254]',
    'http://100.100.100.200',
  ])('%s is not asked', async baseUrl => {
    const certify = vi.fn()
    const terminal = await openTerminal({ certify })
    await putReport(terminal, { target: { baseUrl } })
    const { code, err } = await terminal.run('run', '--failed', 'report.json')
    expect(code).toBe(2)
    expect(err).toContain('nothing is sent to it')
    expect(certify).not.toHaveBeenCalled()
  })

  test.each(['*', 'AUTH-*', 'checkout/one '])('the id %j selects nothing', async id => {
    const terminal = await openFolder()
    await putReport(terminal, { checks: [{ ...failed, id }] })
    const { code, err } = await terminal.run('run', '--failed', 'report.json')
    expect(code).toBe(2)
    expect(err).toContain(`names the check ${JSON.stringify(id)}, which this oc-conformance does not have`)
  })

  test('other commands write no file', async () => {
    const terminal = await openFolder()
    await putReport(terminal, { run: { repeat: everything } })
    await writeFile(join(terminal.folder, 'other.json'), JSON.stringify({ ...given, verdict: 'incomplete' }))
    for (const argv of ['render report.json --to html', 'diff report.json other.json', 'verify report.json'])
      await terminal.run('report', ...argv.split(' '))
    for (const verb of ['matrix', 'ambiguities']) await terminal.run('report', verb, 'report.json', 'other.json')
    expect(() => terminal.settings()).toThrow('nothing was certified')
    expect((await readdir(terminal.folder)).toSorted()).toEqual(
      ['evil', 'evil.config.js', 'evil.json', 'kept', 'other.json', 'report.json'].toSorted(),
    )
  })
})
