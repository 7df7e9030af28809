import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { beforeEach, describe, expect, test } from 'vitest'
import { generatePrivateKey } from '../../protocol/keys.ts'
import { referenceProfile } from '../../protocol/profile.ts'
import { loadSettings, type Start } from './config.ts'
import { UsageError } from './usage-error.ts'

const key = generatePrivateKey()
const merchant = { ocid: 2001, privateKey: key.reveal() }
const target = { role: 'gateway', baseUrl: 'http://127.0.0.1:4010', ocid: 1001 }

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oc-config-'))
  return () => rm(folder, { recursive: true, force: true })
})

const file = async (name: string, content: unknown, mode = 0o600) => {
  const path = join(folder, name)
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content), { mode })
  await chmod(path, mode)
  return path
}
const config = (content: unknown, mode?: number) => file('oc-conformance.config.json', content, mode)
const load = (start: Partial<Start> = {}) => loadSettings({ folder, env: {}, given: {}, ...start })
const refusal = (start: Partial<Start> = {}) =>
  load(start).then(
    () => new Error('it was taken'),
    (error: UsageError) => error,
  )

describe('precedence', () => {
  test('what was given beats the config, which beats the defaults', async () => {
    await config({ target, seed: 7, depth: 'quick', timeout: 500 })
    const { settings } = await load({ given: { seed: 8, baseUrl: 'http://127.0.0.1:1', environment: 'production' } })
    expect(settings).toMatchObject({
      seed: 8,
      depth: 'quick',
      timeoutMs: 500,
      failOn: 'must',
      environment: 'production',
      target: { role: 'gateway', baseUrl: 'http://127.0.0.1:1', ocid: 1001, environment: 'production' },
    })
  })

  test('without a config and an address there is no target: the reference', async () => {
    const { settings } = await load()
    expect(settings.target).toBeUndefined()
    expect(settings.hasConfig).toBe(false)
    expect(Object.keys(settings.identities)).toContain('purse4')
  })

  test('--reference leaves the config of the folder alone', async () => {
    await config('not even JSON')
    const { settings } = await load({ reference: true })
    expect(settings.target).toBeUndefined()
  })

  test('an address without a config: nobody is registered', async () => {
    const { settings } = await load({ given: { baseUrl: 'http://127.0.0.1:1' } })
    expect(settings.hasConfig).toBe(false)
    expect(settings.target).toEqual({ baseUrl: 'http://127.0.0.1:1', environment: 'test' })
  })

  test('seeds are fresh and 31 bits', async () => {
    const seeds = await Promise.all(Array.from({ length: 8 }, async () => (await load()).settings.seed))
    expect(new Set(seeds).size).toBeGreaterThan(1)
    for (const seed of seeds) expect(seed >= 0 && seed < 2 ** 31 && Number.isInteger(seed)).toBe(true)
  })

  test('everything that the file can say', async () => {
    await file('known.txt', 'AUTH-01 # since May\n\ncheckout/one\n')
    await file('mine.json', { version: '0.2', clockDifference: { pastSeconds: 60 } })
    await file('sign.key', key.reveal())
    await config({
      target,
      profile: 'mine.json',
      counterpart: { listen: '[::1]:4900', publicUrl: 'https://us.example/', callbackUrl: 'https://us.example/cb?x=1' },
      identities: { merchant },
      accounts: { treasury: 42 },
      currency: 'JPY',
      amounts: { JPY: { min: '1', max: '500' } },
      only: 'CHECKOUT-*',
      skip: ['verify'],
      budget: '5m',
      report: 'out',
      knownFailing: 'known.txt',
      maxRps: 2.5,
      shard: '1/2',
      sign: 'sign.key',
      json: true,
    })
    const { settings } = await load({ checkIds: async () => ['checkout/one'] })
    expect(settings).toMatchObject({
      profile: { ...referenceProfile, version: '0.2', clockDifference: { pastSeconds: 60, futureSeconds: 300 } },
      counterpart: {
        listen: { host: '::1', port: 4900 },
        publicUrl: 'https://us.example',
        callbackUrl: 'https://us.example/cb?x=1',
      },
      accounts: { treasury: 42, till: 2001, foreign: 3009 },
      currency: 'JPY',
      only: ['CHECKOUT-*'],
      skip: ['verify'],
      budgetMs: 300_000,
      reportDir: join(folder, 'out'),
      knownFailing: ['AUTH-01', 'checkout/one'],
      maxRps: 2.5,
      shard: { index: 1, of: 2 },
      json: true,
      hasConfig: true,
    })
    expect(settings.signWith?.publicKey).toBe(key.publicKey)
  })

  test('a module is a config, too', async () => {
    const path = await file(
      'mine.config.ts',
      `const seed: number = 5\nexport default { target: ${JSON.stringify(target)}, seed }`,
    )
    const { settings } = await load({ config: path })
    expect(settings.seed).toBe(5)
  })
})

describe('keys', () => {
  test.each([
    ['64 hex digits', key.reveal()],
    ['a variable', 'env:OC_KEY'],
    ['a file beside the config', 'file:keys/merchant.key'],
  ])('%s', async (_, privateKey) => {
    await mkdir(join(folder, 'keys'))
    await file('keys/merchant.key', `${key.reveal().toUpperCase()}\n`)
    await config({ target, identities: { merchant: { ocid: 2001, privateKey } } })
    const { settings } = await load({ env: { OC_KEY: key.reveal() } })
    expect(settings.identities.merchant?.key.publicKey).toBe(key.publicKey)
    expect(inspect(settings, { depth: 9 })).not.toContain(key.reveal().slice(0, 16))
    expect(JSON.stringify(settings)).not.toContain(key.reveal().slice(0, 16))
  })

  const zero = '0'.repeat(64)
  test.each([
    [
      'a variable that is not set',
      'env:OC_KEY',
      /identities\.merchant\.privateKey: the environment variable OC_KEY is not set/,
    ],
    ['a variable that holds none', 'env:OC_BAD', /identities\.merchant\.privateKey holds no private key in OC_BAD/],
    ['a file that is not there', 'file:absent.key', /the key file .*absent\.key does not exist/],
    ['a file that holds none', 'file:bad.key', /holds no private key in .*bad\.key/],
    ['zero', zero, /identities\.merchant\.privateKey is not a private key/],
    ['a key that is too short', key.reveal().slice(1), /\/identities\/merchant\/privateKey must /],
    ['a key behind file:', `file:${key.reveal()}`, /what follows file: is not a path/],
    ['a key behind env:', `env:${'abcdef01'.repeat(8)}`, /what follows env: is not the name/],
    ['no key', undefined, /identities\.merchant\.privateKey is missing/],
  ])('%s is refused without a word of it', async (_, privateKey, message) => {
    const bad = `${key.reveal()}ff`
    await file('bad.key', bad)
    await config({ target, identities: { merchant: { ocid: 2001, privateKey } } })
    const error = await refusal({ env: { OC_BAD: bad } })
    expect(error).toBeInstanceOf(UsageError)
    expect(error.message).toMatch(message)
    const told = `${error.message} ${(error as UsageError).remedy}`
    for (const secret of [key.reveal().slice(1, 17), 'abcdef01abcdef01']) expect(told).not.toContain(secret)
  })

  test('a user of a KYC provider needs none', async () => {
    await config({ target: { ...target, role: 'kyc' }, identities: { user: { ocid: 8001 } } })
    const { settings } = await load()
    expect(settings.identities.user).toMatchObject({ ocid: 8001, name: 'Conformance User' })
  })

  test.runIf(process.platform !== 'win32')(
    'a config that others may read brings a warning, never the key',
    async () => {
      const path = await config({ target, identities: { merchant } }, 0o644)
      expect((await load()).warnings).toEqual([expect.stringContaining('others may read it: chmod 600')])
      await chmod(path, 0o600)
      expect((await load()).warnings).toEqual([])
    },
  )

  test('a config without keys may be read by everybody', async () => {
    await config({ target, identities: { merchant: { ocid: 2001, privateKey: 'env:OC_KEY' } } }, 0o644)
    expect((await load({ env: { OC_KEY: key.reveal() } })).warnings).toEqual([])
  })
})

describe('what cannot be meant', () => {
  test.each<[name: string, content: unknown, message: RegExp]>([
    ['malformed JSON', '{\n "target": {,}\n}', /oc-conformance\.config\.json is not JSON: line 2, column 13\./],
    ['a member of another type', { target: { ...target, ocid: 'x' } }, /\/target\/ocid must be integer/],
    ['an unknown member', { target, sed: 1 }, /\/sed is not a known member/],
    ['no target', { seed: 1 }, /names no target/],
    ['an address that is none', { target: { ...target, baseUrl: 'ftp://x' } }, /target\.baseUrl cannot be "ftp:\/\/x"/],
    [
      'a password in the address',
      { target: { ...target, baseUrl: 'http://u:secret@x' } },
      /target\.baseUrl cannot be "http:\/\/…@x"/,
    ],
    ['a port out of range', { target, counterpart: { listen: '127.0.0.1:70000' } }, /counterpart\.listen cannot be/],
    ['a duration without a unit', { target, budget: '5' }, /\/budget must /],
    ['a shard beyond the last', { target, shard: '3/2' }, /shard cannot be "3\/2"/],
    ['a negative seed', { target, seed: -1 }, /seed cannot be "-1"/],
    ['a clause that there is none of', { target, only: ['CHECKOUT-99x'] }, /--only: "CHECKOUT-99x" is no clause/],
    ['an unknown identity', { target, identities: { merhcant: merchant } }, /identities\.merhcant is nobody/],
    [
      'one OCID for two',
      { target, identities: { merchant, partner: merchant } },
      /identities: merchant and partner are both 2001/,
    ],
    ['an OCID below one', { target, identities: { merchant: { ...merchant, ocid: 0 } } }, /merchant cannot be 0/],
    ['a currency that is none', { target, currency: 'ABC' }, /ABC is no active ISO 4217 code/],
    ['a range upside down', { target, amounts: { USD: { min: '5', max: '1' } } }, /amounts\.USD: 5 is more than 1/],
    [
      'a range too narrow',
      { target, amounts: { USD: { min: '1.00', max: '100.00' } } },
      /1\.00 to 100\.00 is too narrow/,
    ],
    ['a range finer than the currency', { target, amounts: { JPY: { min: '0.01', max: '1' } } }, /not in units of JPY/],
    ['a profile that is not there', { target, profile: 'absent.json' }, /the profile .*absent\.json does not exist/],
    [
      'an unknown request form',
      { target, profile: { canonicalRequest: 'refrence' } },
      /canonicalRequest "refrence" is no known form/,
    ],
    [
      'an unknown variable in a template',
      { target, profile: { canonicalRequest: { template: '${method}${timestmp}' } } },
      /has no variable "\$\{timestmp\}"/,
    ],
    [
      'a template without variables',
      { target, profile: { canonicalRequest: { template: 'hello' } } },
      /holds nothing of a request/,
    ],
    [
      'known failures that are not there',
      { target, knownFailing: 'absent' },
      /the file of known failures .*absent does not exist/,
    ],
  ])('%s', async (_, content, message) => {
    await config(content)
    const error = await refusal()
    expect(error.message).toMatch(message)
    expect(error).toBeInstanceOf(UsageError)
    expect((error as UsageError).remedy).toMatch(/\S{2,}.*[.?]$/)
    expect(error.message).not.toContain('secret')
  })

  test.each([
    ['["AUTH-01", "AUHT-02"]', 'Did you mean AUTH-02?'],
    ['AUTH-01\ncheckout/on', 'Did you mean checkout/one?'],
    ['[1]', 'It takes a JSON array of clause and check ids, or one id on each line (# begins a comment).'],
  ])('known failures %j', async (text, remedy) => {
    const knownFailing = await file('known', text)
    const error = await refusal({ given: { knownFailing }, checkIds: async () => ['checkout/one'] })
    expect(error).toMatchObject({ remedy })
  })

  test.each([
    ['throw new Error("secret")', /cannot be loaded \(Error\)/],
    ['export const config = {}', /has no default export/],
    ['export default {', /cannot be loaded/],
  ])('a module %j', async (text, message) => {
    const error = await refusal({ config: await file('bad.config.js', text) })
    expect(error.message).toMatch(message)
    expect(error.message).not.toContain('secret')
  })

  test('a folder, and bytes that are no text', async () => {
    expect((await refusal({ config: folder })).message).toMatch(/is a folder/)
    const path = join(folder, 'bytes.json')
    await writeFile(path, Buffer.from([0x7b, 0xff, 0x7d]))
    expect((await refusal({ config: path })).message).toMatch(/is not UTF-8/)
  })
})
