import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Services } from '../services.ts'
import { openTerminal, type Terminal } from '../terminal.test.support.ts'

type Options = Parameters<Services['serveReference']>[0]

const roles = { gateway: { baseUrl: 'http://127.0.0.1:1', ocid: 1001 } }

/** A reference that is interrupted as soon as it is served. */
const sandbox = async () => {
  const seen: { options?: Options; closed: boolean } = { closed: false }
  const terminal: Terminal = await openTerminal({
    serveReference: async options => {
      seen.options = options
      setImmediate(() => terminal.interrupt())
      const stop = async () => {
        seen.closed = true
      }
      return { roles, close: stop, stop }
    },
  })
  return { terminal, seen }
}

afterEach(() => vi.unstubAllEnvs())

describe('serve', () => {
  test('prints one line of JSON, runs until it is interrupted, closes and exits with 0', async () => {
    const { terminal, seen } = await sandbox()
    expect(await terminal.run('serve', 'gateway')).toEqual({ code: 0, out: `${JSON.stringify(roles)}\n`, err: '' })
    expect(seen).toEqual({
      options: { roles: ['gateway'], disturbance: { slowMs: 0, fail: 0 }, print: expect.any(Function) },
      closed: true,
    })
  })

  test('prints neutrally the reports of the reference about itself', async () => {
    const terminal: Terminal = await openTerminal({
      serveReference: async ({ print }) => {
        print?.('Error: ##vso[task.complete]\n::error::x\n')
        setImmediate(() => terminal.interrupt())
        return { roles, close: async () => undefined, stop: async () => undefined }
      },
    })
    expect((await terminal.run('serve', 'gateway')).err).toBe('Error: # #vso[task.complete]\n: :error::x\n')
  })

  test('passes on the given settings', async () => {
    const { terminal, seen } = await sandbox()
    await terminal.run('init', '--role', 'gateway', '--ocid', '1007')
    await writeFile(join(terminal.folder, 'p.json'), '{"version": "0.2"}')
    const argv =
      'serve gateway --provisioning provisioning.json --data state --port 4010 --ocid 1007 --profile p.json --environment production --rate-limit 50 --logs --inspect --host 0.0.0.0 --public-url https://sandbox.example/oc'
    expect((await terminal.run(...argv.split(' '))).code).toBe(0)
    expect(seen.options).toMatchObject({
      roles: ['gateway'],
      dataDir: join(terminal.folder, 'state'),
      port: 4010,
      ocid: 1007,
      profile: { version: '0.2', refusalStatus: 401 },
      environment: 'production',
      host: '0.0.0.0',
      rateLimit: 50,
      logs: true,
      inspect: true,
    })
    const { provisioning } = seen.options ?? {}
    expect(typeof provisioning === 'function' && provisioning('gateway')).toMatchObject({ target: { ocid: 1007 } })
  })

  test('prints the address that callers use, and each role below it', async () => {
    const { terminal, seen } = await sandbox()
    const { out } = await terminal.run('serve', '--public-url', 'https://sandbox.example/oc')
    expect(JSON.parse(out).gateway.baseUrl).toBe('https://sandbox.example/oc/gateway')
    const { publicUrl } = seen.options ?? {}
    expect(typeof publicUrl === 'function' && publicUrl('kyc')).toBe('https://sandbox.example/oc/kyc')
    const { out: single } = await terminal.run('serve', 'gateway', '--public-url', 'https://sandbox.example/oc/')
    expect(JSON.parse(single).gateway.baseUrl).toBe('https://sandbox.example/oc')
    expect((await terminal.run('serve', '--host', '0.0.0.0')).err).toContain('Give --public-url, too.')
  })

  test('passes on the address of a database, with its password from the environment', async () => {
    const { terminal, seen } = await sandbox()
    await terminal.run('serve', '--store', 'postgres://oc@db.example/sandbox')
    expect(seen.options?.store).toBe('postgres://oc@db.example/sandbox')
    vi.stubEnv('OC_CONFORMANCE_STORE', 'postgresql://oc:secret@db.example/sandbox')
    const { code, out, err } = await terminal.run('serve')
    expect(seen.options?.store).toBe('postgresql://oc:secret@db.example/sandbox')
    expect([code, out + err]).toEqual([0, expect.not.stringContaining('secret')])
  })

  test.each([
    [
      ['--store', 'postgres://oc:secret@db.example/sandbox'],
      'Set PGPASSWORD, or give the whole address in OC_CONFORMANCE_STORE.',
    ],
    [
      ['--store', 'postgres://db.example/sandbox?password=secret'],
      'Set PGPASSWORD, or give the whole address in OC_CONFORMANCE_STORE.',
    ],
    [['--store', 'mysql://oc:secret@db.example/sandbox'], 'Expected postgres://USER@HOST/DATABASE.'],
    [['--store', 'secret'], 'Expected postgres://USER@HOST/DATABASE.'],
    [['--store', 'postgres://oc@db.example/sandbox', '--data', 'state'], 'Give one of them.'],
  ])('%j is wrong usage, and a password is not shown', async (argv, remedy) => {
    const { terminal, seen } = await sandbox()
    const { code, out, err } = await terminal.run('serve', ...argv)
    expect([code, seen.options]).toEqual([2, undefined])
    expect(err).toContain(remedy)
    expect(out + err).not.toContain('secret')
  })

  test('a clock that others reach needs a token', async () => {
    const { terminal, seen } = await sandbox()
    await terminal.run('serve', '--clock')
    expect(seen.options?.clock).toEqual({})
    for (const others of [
      ['--host', '192.0.2.1'],
      ['--public-url', 'https://sandbox.example'],
    ]) {
      const { code, err } = await terminal.run('serve', '--clock', ...others)
      expect({ code, err }).toEqual({
        code: 2,
        err: 'error: --clock needs a token, since others may reach it.\nSet OC_REFERENCE_CLOCK_TOKEN to 16 characters or more.\n',
      })
    }
  })

  test('a fault is served by the roles that can have it, and named on standard error', async () => {
    const { terminal, seen } = await sandbox()
    const { code, err } = await terminal.run(
      'serve',
      '--fault',
      'accounts may be OVERDRAWN',
      '--slow',
      '300ms',
      '--fail',
      '1%',
    )
    expect({ code, err }).toEqual({
      code: 0,
      err: 'gateway: accounts may be overdrawn (TRANSFER-09). The balance is a view over the bookings, and nothing checks it before booking.\n',
    })
    expect(Object.keys(seen.options?.changes?.('gateway').policies?.gateway ?? {})).toEqual(['move'])
    expect(seen.options?.changes?.('merchant')).toEqual({})
    expect(seen.options).toMatchObject({ disturbance: { slowMs: 300, fail: 0.01 } })
    expect(seen.options?.choose).toBeUndefined()
  })

  test('a fault behind a path is served below it', async () => {
    const { terminal } = await sandbox()
    const { out } = await terminal.run('serve', 'gateway', '--fault', 'the base address has a path')
    expect(JSON.parse(out).gateway.baseUrl).toBe('http://127.0.0.1:1/gw/v2')
  })

  test('requests name faults only if that is asked for', async () => {
    const { terminal, seen } = await sandbox()
    await terminal.run('serve', 'gateway', '--faults-by-header')
    expect(seen.options?.choose?.('gateway')({ 'x-oc-fault': 'accounts may be overdrawn' })?.name).toBe(
      'accounts may be overdrawn',
    )
  })

  test('an unknown fault is wrong usage, and similar ones are named', async () => {
    const { terminal } = await sandbox()
    const { code, err } = await terminal.run('serve', 'gateway', '--fault', 'float money')
    expect(code).toBe(2)
    expect(err).toMatch(/^error: gateway: no fault is called "float money"\.\nDid you mean "[^"]*float[^"]*", or "/)
    expect((await terminal.run('serve', 'kyc', '--fault', 'zzz')).err).toContain('serve --list-faults lists the names.')
    expect((await terminal.run('serve', '--fail', '101%')).err).toContain(
      'Expected a share in percent such as 1% or 0.5%.',
    )
  })

  test('lists the faults by clause, and as JSON', async () => {
    const { terminal, seen } = await sandbox()
    const { code, out } = await terminal.run('serve', '--list-faults', 'gateway')
    expect(code).toBe(0)
    expect(out).toMatch(/\nTRANSFER-09 \(must\): .*?\n {2}accounts may be overdrawn\n {6}The balance is a view/s)
    expect(out).toContain('Conformant, with another choice where the document is silent:')
    const rows = JSON.parse((await terminal.run('serve', '--list-faults', '--json', 'merchant')).out)
    expect(rows[0]).toEqual({
      role: 'merchant',
      name: expect.any(String),
      story: expect.any(String),
      clause: expect.any(String),
      level: expect.stringMatching(/must|should|open/),
    })
    expect(seen.options).toBeUndefined()
  })

  test('a provisioning that does not fit names the member', async () => {
    const { terminal } = await sandbox()
    await writeFile(join(terminal.folder, 'bad.json'), '{"version": 2}')
    const { code, err } = await terminal.run('serve', '--provisioning', 'bad.json')
    expect(code).toBe(2)
    expect(err).toMatch(/bad\.json: \/target is required/)
  })
})
