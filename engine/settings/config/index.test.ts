import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { referenceProfile } from '../../../protocol/profile.ts'
import { config, file, folder, key, load, merchant, target } from './config.test.support.ts'

describe('precedence', () => {
  test('options override the config, which overrides the defaults', async () => {
    await config({ target, seed: 7, depth: 'quick', timeout: 500 })
    const { settings } = await load({ options: { seed: 8, baseUrl: 'http://127.0.0.1:1', environment: 'production' } })
    expect(settings).toMatchObject({
      seed: 8,
      depth: 'quick',
      timeoutMs: 500,
      failOn: 'must',
      environment: 'production',
      target: { role: 'gateway', baseUrl: 'http://127.0.0.1:1', ocid: 1001, environment: 'production' },
    })
  })

  test('without a config and an address the target is the reference', async () => {
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

  test('an address without a config: no identity is registered', async () => {
    const { settings } = await load({ options: { baseUrl: 'http://127.0.0.1:1' } })
    expect(settings.hasConfig).toBe(false)
    expect(settings.target).toEqual({ baseUrl: 'http://127.0.0.1:1', environment: 'test' })
  })

  test('seeds are fresh and 31 bits', async () => {
    const seeds = await Promise.all(Array.from({ length: 8 }, async () => (await load()).settings.seed))
    expect(new Set(seeds).size).toBeGreaterThan(1)
    for (const seed of seeds) expect(seed >= 0 && seed < 2 ** 31 && Number.isInteger(seed)).toBe(true)
  })

  test('every setting of the file', async () => {
    await file('known.txt', 'AUTH-01 # since May\n\ncheckout/one\n')
    await file('mine.json', { version: '0.2', clockDifference: { pastSeconds: 60 } })
    await file('sign.key', key.reveal())
    await config({
      target,
      profile: 'mine.json',
      counterpart: { listen: '[::1]:4900', publicUrl: 'https://us.example/', callbackUrl: 'https://us.example/cb?x=1' },
      identities: { merchant },
      absent: { participant: 29_990 },
      accounts: { treasury: 42 },
      currency: 'JPY',
      amounts: { JPY: { min: '1', max: '500' } },
      items: [{ id: 'tea', name: 'Tea', quantity: 1, price: '795' }],
      only: 'CHECKOUT-*',
      skip: ['verify'],
      budget: '5m',
      report: 'out',
      knownFailing: 'known.txt',
      maxRps: 2.5,
      shard: '1/2',
      workers: 3,
      sign: 'sign.key',
      json: true,
    })
    const { settings } = await load({ checkIds: async () => ['checkout/one'] })
    expect(settings).toMatchObject({
      items: [{ id: 'tea', name: 'Tea', quantity: 1, price: '795' }],
      profile: { ...referenceProfile, version: '0.2', clockDifference: { pastSeconds: 60, futureSeconds: 300 } },
      counterpart: {
        listen: { host: '::1', port: 4900 },
        publicUrl: 'https://us.example',
        callbackUrl: 'https://us.example/cb?x=1',
      },
      absent: { participant: 29_990, requester: 7999, user: 8999 },
      accounts: { treasury: 42, till: 2001, foreign: 3009 },
      currency: 'JPY',
      only: ['CHECKOUT-*'],
      skip: ['verify'],
      budgetMs: 300_000,
      reportDir: join(folder, 'out'),
      knownFailing: ['AUTH-01', 'checkout/one'],
      maxRps: 2.5,
      shard: { index: 1, of: 2 },
      workers: 3,
      json: true,
      hasConfig: true,
    })
    expect(settings.signWith?.publicKey).toBe(key.publicKey)
  })

  test('a module is also a config', async () => {
    const path = await file(
      'mine.config.ts',
      `const seed: number = 5\nexport default { target: ${JSON.stringify(target)}, seed }`,
    )
    const { settings } = await load({ config: path })
    expect(settings.seed).toBe(5)
  })
})
