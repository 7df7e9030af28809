import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { roles } from '../../protocol/operations.ts'
import { generatePrivateKey } from '../../protocol/signature/keys.ts'
import type { Config, Provisioning } from '../../schemas/messages.ts'
import { violations } from '../../schemas/validate.ts'
import { loadSettings } from '../settings/config/index.ts'
import { type InitRequest, initialize, isOutOfReach } from './init.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oc-init-'))
  return () => rm(folder, { recursive: true, force: true })
})

const init = (request: Partial<InitRequest> = {}) =>
  initialize({ role: 'gateway', ocid: 1001, assigned: {}, folder, env: {}, force: false, ...request })
const online = ({ role: _, ...request }: Partial<InitRequest>) =>
  initialize({ ocid: 1001, assigned: {}, folder, env: {}, force: false, ...request })
const text = (name: string) => readFile(join(folder, name), 'utf8')
const config = async (): Promise<Config> => JSON.parse(await text('oc-conformance.config.json'))
const provisioning = async (): Promise<Provisioning> => JSON.parse(await text('provisioning.json'))

const serve = async (response: RequestListener): Promise<string> => {
  const server = createServer(response).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('the written files', () => {
  test.each(roles)('fits its schemas and loads again, for a %s', async role => {
    await init({ role })
    expect(violations('config', await config())).toEqual([])
    expect(violations('provisioning', await provisioning())).toEqual([])
    const { settings, warnings } = await loadSettings({ folder, env: {}, options: {} })
    expect(warnings).toEqual([])
    expect(settings).toMatchObject({ hasConfig: true, target: { role, ocid: 1001 } })
  })

  test('no private key leaves the config', async () => {
    await init()
    const { identities = {} } = await config()
    const keys = Object.values(identities).map(({ privateKey = '' }) => privateKey)
    expect(new Set(keys).size).toBe(10)
    for (const name of ['provisioning.json', 'PROVISIONING.md'])
      for (const key of keys) expect(await text(name)).not.toContain(key)
  })

  test.runIf(process.platform !== 'win32')(
    'only its owner may read the config, also where it replaces one',
    async () => {
      await writeFile(join(folder, 'oc-conformance.config.json'), '{}', { mode: 0o644 })
      await init({ force: true })
      expect((await stat(join(folder, 'oc-conformance.config.json'))).mode & 0o777).toBe(0o600)
    },
  )

  test('the same merchants are in both documents', async () => {
    await init({ assigned: { merchant: 2050, foreign: 3055 } })
    expect((await config()).identities?.merchant?.ocid).toBe(2050)
    expect((await config()).accounts).toMatchObject({ till: 2050, foreign: 3055 })
    expect((await provisioning()).gateway?.merchants[0]).toMatchObject({
      ocid: 2050,
      endpoint: 'http://127.0.0.1:4900/2050',
    })
    expect((await provisioning()).gateway?.accounts.find(({ id }) => id === 'foreign')).toMatchObject({ ocid: 3055 })
  })

  test('two currencies, an address for the counterpart, the environment', async () => {
    await init({
      currencies: ['JPY', 'KWD'],
      listen: { host: '0.0.0.0', port: 0 },
      publicUrl: 'https://us.example/oc',
      environment: 'production',
      baseUrl: 'https://pay.example',
    })
    expect(await config()).toMatchObject({
      target: { baseUrl: 'https://pay.example', environment: 'production' },
      counterpart: { listen: '0.0.0.0:0', publicUrl: 'https://us.example/oc' },
      currency: 'JPY',
      secondCurrency: 'KWD',
      amounts: { JPY: { min: '1', max: '10000' }, KWD: { min: '0.001', max: '100.000' } },
    })
    expect((await loadSettings({ folder, env: {}, options: {} })).settings.currency).toBe('JPY')
  })
})

describe('nothing is overwritten', () => {
  test.each(['oc-conformance.config.json', 'provisioning.json', 'PROVISIONING.md'])('if %s exists', async name => {
    await writeFile(join(folder, name), 'mine')
    await expect(init()).rejects.toThrow(`${name} exists already; nothing was written.`)
    expect(await readdir(folder)).toEqual([name])
    expect(await text(name)).toBe('mine')
  })

  test('with force all three are written, and no other file is left behind', async () => {
    await init()
    const before = await text('oc-conformance.config.json')
    await init({ force: true })
    expect(await text('oc-conformance.config.json')).not.toBe(before)
    expect((await readdir(folder)).toSorted()).toEqual([
      'PROVISIONING.md',
      'oc-conformance.config.json',
      'provisioning.json',
    ])
  })

  test('force does not help against a folder: nothing is written', async () => {
    await mkdir(join(folder, 'PROVISIONING.md'))
    await expect(init({ force: true })).rejects.toThrow('is a folder')
    expect(await readdir(folder)).toEqual(['PROVISIONING.md'])
  })

  test.runIf(process.getuid?.() !== 0)('says so if the folder is not writable', async () => {
    await chmod(folder, 0o500)
    await expect(init()).rejects.toThrow('cannot be written (EACCES)')
  })
})

describe('--from', () => {
  test('keeps keys, OCIDs and the other members; new OCIDs win', async () => {
    await init({ assigned: { merchant: 2050, partner: 3050 }, currencies: ['JPY'] })
    const before = await config()
    await init({ from: join(folder, 'oc-conformance.config.json'), force: true, assigned: { partner: 3060 } })
    const after = await config()
    expect(after).toEqual({
      ...before,
      identities: { ...before.identities, partner: { ...before.identities?.partner, ocid: 3060 } },
      accounts: { ...before.accounts, treasury: 3060 },
    })
  })

  test('supplies missing values: role, OCID, address', async () => {
    await init({ baseUrl: 'https://pay.example' })
    await online({ from: join(folder, 'oc-conformance.config.json'), force: true })
    expect((await config()).target).toEqual({
      role: 'gateway',
      baseUrl: 'https://pay.example',
      ocid: 1001,
      environment: 'test',
    })
  })

  test('a key file is found from the new folder, a variable stays a variable', async () => {
    const key = generatePrivateKey()
    await writeFile(join(folder, 'm.key'), key.reveal())
    const identities = {
      merchant: { ocid: 2001, privateKey: 'file:m.key' },
      partner: { ocid: 3001, privateKey: 'env:OC_P' },
    }
    await writeFile(join(folder, 'old.json'), JSON.stringify({ identities, profile: 'my.profile.json' }))
    await init({ from: join(folder, 'old.json'), folder: join(folder, 'deep/new'), env: { OC_P: key.reveal() } })
    const written: Config = JSON.parse(await text('deep/new/oc-conformance.config.json'))
    expect(written.profile).toBe(join('..', '..', 'my.profile.json'))
    expect(written.identities?.merchant?.privateKey).toBe(`file:${join('..', '..', 'm.key')}`)
    expect(written.identities?.partner?.privateKey).toBe('env:OC_P')
    expect(await text('deep/new/provisioning.json')).toContain(key.publicKey)
  })
})

describe('an invalid value', () => {
  test.each<[string, Partial<InitRequest>, RegExp]>([
    ['an unknown identity', { assigned: { merhcant: 1 } }, /the harness plays no merhcant toward a gateway/],
    ['an identity of another role', { role: 'kyc', assigned: { merchant: 1 } }, /plays no merchant/],
    ['one OCID for two', { assigned: { merchant: 3001 } }, /merchant and partner are both 3001/],
    ["the target's OCID", { assigned: { merchant: 1001 } }, /merchant and target are both 1001/],
    ['an OCID that must be unknown', { assigned: { merchant: 2999 } }, /merchant and the absent participant/],
    ['a currency that does not exist', { currencies: ['ABC'] }, /--currency: ABC is not an active/],
    ['three currencies', { currencies: ['USD', 'EUR', 'JPY'] }, /3 currencies/],
    ['the same one twice', { currencies: ['USD', 'USD'] }, /both are the same/],
    [
      'any port, without a public address',
      { listen: { host: '127.0.0.1', port: 0 } },
      /127\.0\.0\.1:0 is not an address that a target can call/,
    ],
    ['everywhere, without a public address', { listen: { host: '::', port: 4900 } }, /\[::\]:4900 is not an address/],
  ])('%s', async (_, request, message) => {
    await expect(init(request)).rejects.toThrow(message)
    expect(await readdir(folder)).toEqual([])
  })

  test('no OCID, no role', async () => {
    await expect(initialize({ assigned: {}, folder, env: {}, force: false })).rejects.toThrow(
      'the OCID of the target is not known',
    )
    await expect(online({})).rejects.toThrow('the role of the target is not known')
  })
})

describe('the target is asked if the role is not given', () => {
  const metadata =
    (config: object): RequestListener =>
    (_, response) =>
      response.end(JSON.stringify({ config }))

  test('role and currencies come from its metadata', async () => {
    const settlement = { currencies: ['KWD', 'usd', 'JPY', 'EUR'], accepts: [] }
    const baseUrl = await serve(metadata({ capabilities: ['verify.txid'], settlement }))
    await online({ baseUrl })
    expect(await config()).toMatchObject({
      target: { role: 'gateway', baseUrl },
      currency: 'KWD',
      secondCurrency: 'JPY',
    })
  })

  test('a kyc capability means kyc', async () => {
    await online({ baseUrl: await serve(metadata({ capabilities: ['kyc.grant'] })) })
    expect((await config()).target?.role).toBe('kyc')
  })

  test.each<[string, RequestListener, RegExp]>([
    ['no capability of either', metadata({ capabilities: [] }), /shows neither a gateway nor a KYC provider/],
    ['not JSON', (_, response) => response.end('<html>'), /metadata\.json cannot be read: it is not JSON/],
    ['another status', (_, response) => response.writeHead(503).end('{}'), /cannot be read: it answers 503/],
    ['a redirect', (_, response) => response.writeHead(302, { location: '/x' }).end(), /cannot be read: /],
    ['too much', (_, response) => response.end('x'.repeat(5_000_000)), /cannot be read: .*more than 4,194,304 bytes/],
    ['a broken connection', request => request.socket.destroy(), /cannot be read: /],
  ])('%s', async (_, response, message) => {
    await expect(online({ baseUrl: await serve(response) })).rejects.toThrow(message)
    expect(await readdir(folder)).toEqual([])
  })

  test('it is not asked if role and OCID are given', async () => {
    let asked = 0
    const baseUrl = await serve((_, response) => {
      asked++
      response.end()
    })
    await init({ baseUrl })
    expect(asked).toBe(0)
  })
})

test('a remote target does not reach a counterpart on loopback', () => {
  const counterpart = { publicUrl: 'http://127.0.0.1:4900' }
  expect(isOutOfReach({ target: { baseUrl: 'https://pay.example' }, counterpart })).toBe(true)
  expect(isOutOfReach({ target: { baseUrl: 'http://localhost:1' }, counterpart })).toBe(false)
  expect(
    isOutOfReach({ target: { baseUrl: 'https://pay.example' }, counterpart: { publicUrl: 'https://us.example' } }),
  ).toBe(false)
})
