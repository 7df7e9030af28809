import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { removeAll, shardsOf } from '../engine/report/merge/merge.test.support.ts'
import { authority, decidedBy, optionPowers } from '../engine/settings/authority.ts'
import { plainSettings } from '../engine/settings/plain-settings.test.support.ts'
import type { RunSettings } from '../engine/settings/settings.ts'
import { version } from '../engine/version.ts'
import { registerVersion } from '../protocol/requirements/index.ts'
import { address, dangerous, openFolder, options, shown } from './authority.test.support.ts'
import { openTerminal } from './terminal.test.support.ts'

describe('every option', () => {
  test('is in the table, by the kind of thing that its value names', () => {
    const named = new Set(options.map(({ long }) => long ?? '').filter(long => long !== '--version'))
    expect(Object.keys(optionPowers).toSorted()).toEqual([...named].toSorted())
  })

  test('that names a file, a command, an address to listen on or a key, is given by the caller', () => {
    const hasTold = /\bfile\b|\bfolder\b|\bcommand\b|listen|\bkey\b|config|<(file|dir|path|command|report|host:port)>/i
    const careless = options.filter(({ long, flags, description }) => {
      const isPlain = optionPowers[long ?? ''] === 'plain'
      return isPlain && hasTold.test(`${flags} ${description}`)
    })
    expect(careless.map(({ long }) => long)).toEqual([])
    const settings = Object.keys(plainSettings) as (keyof RunSettings)[]
    const foreign = Object.entries(authority).filter(([document]) => document !== 'config')
    for (const [, { settings: decided }] of foreign)
      for (const name of [
        'reportDir',
        'outputs',
        'counterpart',
        'identities',
        'environment',
        'yesChangeState',
      ] as const)
        expect(settings.includes(name) && (decided as readonly string[]).includes(name)).toBe(false)
  })
})

describe('other documents', () => {
  const poison = { ...Object.fromEntries(dangerous.map(([long = '', value = true]) => [long.slice(2), value])) }

  test.each(Object.entries(authority))('%s: members that are not in its row are left out', (document, { settings }) => {
    const all = Object.fromEntries(Object.keys(plainSettings).map(name => [name, 'evil']))
    const decided = Object.keys(decidedBy(document as keyof typeof authority, all))
    expect(decided.filter(name => !(settings as readonly string[]).includes(name))).toEqual([])
    if (document !== 'config')
      expect(decided).not.toEqual(expect.arrayContaining(['counterpart', 'reportDir', 'outputs']))
  })

  test('an unfinished run keeps its selection, but not its files or commands', async () => {
    const terminal = await openFolder()
    await mkdir(join(terminal.folder, 'out'))
    const repeat = dangerous.flat().filter(argument => argument !== '--reference')
    const head = { target: { baseUrl: address, environment: 'production' }, run: { repeat } }
    const plan = { head, seed: 5, depth: 'quick', only: [], skip: [] }
    const taken = {
      counterpart: { tunnel: 'touch made' },
      reportDir: '/evil',
      yesChangeState: true,
      environment: 'test',
    }
    const part = { harness: version, register: registerVersion }
    const result = { id: 'checkout/one', outcome: 'pass', seconds: 0, observations: [], exchanges: [] }
    const write = (changes: object) =>
      writeFile(
        join(terminal.folder, 'out', 'unfinished.ndjson'),
        [
          { part: { ...part, started: '2026-01-01T00:00:00Z', plan: { ...plan, ...changes } } },
          { head },
          { result, ms: 1 },
        ]
          .map(line => `${JSON.stringify(line)}\n`)
          .join(''),
      )
    const argv = ['run', address, '--report', 'out', '--environment', 'production', '--resume']
    await write({})
    await terminal.run(...argv)
    const wanted = shown(terminal.settings())
    expect(wanted).toMatchObject({ seed: 5, environment: 'production', earlier: { results: [{ id: 'checkout/one' }] } })
    await write({ ...taken, ...poison })
    await terminal.run(...argv)
    expect(shown(terminal.settings())).toEqual(wanted)
    for (const changes of [{ seed: 'x' }, { only: 'AUTH-*' }, { depth: 'deep' }, { shard: { index: 2, of: 1 } }]) {
      await write(changes)
      expect(await terminal.run(...argv)).toMatchObject({ code: 2, err: expect.stringContaining('is damaged') })
    }
  })

  test.each([
    ['known failures', '--known-failing', { known: ['CHECKOUT-01'] }],
    ['profile', '--profile', { signatureEncoding: 'der-hex' }],
    ['config', '--config', { target: { baseUrl: address } }],
  ])('%s do not use any of it', async (_, option, document) => {
    const terminal = await openFolder()
    const argv = ['run', ...(option === '--config' ? [] : [address]), option, 'document.json']
    await writeFile(join(terminal.folder, 'document.json'), JSON.stringify(document))
    expect((await terminal.run(...argv)).code).toBe(1)
    const notTaken = { failed: 'report.json', resume: true, 'write-known': 'evil', reference: true, gateway: address }
    for (const [name, value] of Object.entries(option === '--config' ? notTaken : { ...poison, ...plainSettings })) {
      if (name === 'profile' || name in document) continue
      await writeFile(join(terminal.folder, 'document.json'), JSON.stringify({ ...document, [name]: value }))
      expect({ name, code: (await terminal.run(...argv)).code }).toEqual({ name, code: 2 })
    }
    expect((await readdir(terminal.folder)).includes('made')).toBe(false)
  })

  test('a provisioning registers identities, but decides neither where the sandbox listens nor what it stores', async () => {
    const served: object[] = []
    const terminal = await openTerminal({
      serveReference: async options => {
        served.push(options)
        setImmediate(() => terminal.interrupt())
        return { roles: {}, close: async () => undefined, stop: async () => undefined }
      },
    })
    await terminal.run('init', 'http://0.0.0.0:1/x', '--role', 'gateway', '--ocid', '1001')
    expect((await terminal.run('serve', 'gateway', '--provisioning', 'provisioning.json')).code).toBe(0)
    expect(Object.keys(served[0] ?? {}).toSorted()).toEqual(['disturbance', 'print', 'provisioning', 'roles'])
    const provisioning = { version: 1, target: { role: 'gateway', baseUrl: address, ocid: 1 } }
    for (const name of ['host', 'port', 'data', 'dataDir', 'store', 'publicUrl', 'profile', 'clock', 'logs']) {
      const changed = { ...provisioning, [name]: 'evil' }
      await writeFile(join(terminal.folder, 'provisioning.json'), JSON.stringify(changed))
      const { code } = await terminal.run('serve', 'gateway', '--provisioning', 'provisioning.json')
      expect({ name, code }).toEqual({ name, code: 2 })
    }
  })

  test('shards and their evidence become one report, in the folder of the caller alone', async () => {
    const terminal = await openTerminal()
    const names: string[] = []
    for (const { report, lines } of shardsOf(2)) {
      const name = `shard-${names.push(`shard-${names.length}`)}`
      const run = { ...report.run, repeat: dangerous.flat(), sign: 'touch made' }
      await mkdir(join(terminal.folder, name))
      await writeFile(join(terminal.folder, name, 'report.json'), JSON.stringify({ ...report, run }))
      await writeFile(join(terminal.folder, name, 'exchanges.ndjson'), lines)
    }
    await removeAll()
    const { code } = await terminal.run('report', 'merge', 'shard-1', 'shard-2', '--report', 'whole')
    expect(code).toBe(1)
    expect(await readdir(terminal.folder)).toEqual(['shard-1', 'shard-2', 'whole'])
    expect(() => terminal.settings()).toThrow('nothing was certified')
  })
})
