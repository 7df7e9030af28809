import { describe, expect, test } from 'vitest'
import { generatePrivateKey } from '../../protocol/signature/keys.ts'
import { plainSettings } from '../settings/plain-settings.test.support.ts'
import type { RunSettings } from '../settings/settings.ts'
import { shareOut } from './share-out.ts'

const run: RunSettings = { ...plainSettings, reportDir: '/r', seed: 7, workers: 2 }
const target = { baseUrl: 'http://127.0.0.1:4010', role: 'gateway', ocid: 1001, environment: 'test' } as const
const identity = (ocid: number) => ({ ocid, key: generatePrivateKey(), name: 'One' })

/** The settings of a config with its own port and OCIDs. */
const config = (number: number, changes: Partial<RunSettings> = {}): RunSettings => ({
  ...run,
  target,
  seed: number,
  identities: { merchant: identity(2000 + number) },
  accounts: { treasury: 3000 + number, foreign: 3009 },
  counterpart: { ...run.counterpart, listen: { host: '127.0.0.1', port: 4900 + number } },
  repeat: ['--config', `${number}.json`],
  ...changes,
})

describe('each worker of a run', () => {
  test('tries a shard, with all other settings of the run', () => {
    const signed = {
      ...run,
      signWith: generatePrivateKey(),
      maxRps: 5,
      outputs: [{ format: 'junit' as const, file: 'a' }],
    }
    const shards = shareOut(signed)
    expect(shards.map(({ shard, reportDir }) => [shard, reportDir])).toEqual([
      [{ index: 1, of: 2 }, '/r/workers/1'],
      [{ index: 2, of: 2 }, '/r/workers/2'],
    ])
    for (const shard of shards) {
      expect(shard).toMatchObject({ seed: 7, depth: 'quick', maxRps: 2.5, outputs: [], mergedDir: '/r' })
      expect(shard).not.toHaveProperty('signWith')
      expect(shard).not.toHaveProperty('workers')
    }
  })

  test('has the provisioning of its config, and the options of the first', () => {
    const [first, second] = [config(1), config(2)]
    const shards = shareOut(first, [first, second])
    expect(shards.map(({ seed, accounts, repeat }) => [seed, accounts.treasury, repeat])).toEqual([
      [1, 3001, ['--config', '1.json']],
      [1, 3002, ['--config', '2.json']],
    ])
    expect(shards[1]?.identities).toBe(second.identities)
    expect(shards[1]?.counterpart.listen.port).toBe(4902)
  })

  test.each([
    ['metadata/read-without-any-header', 1],
    ['no-such-check', 1],
    ['CHECKOUT-01', 1],
    ['*', 64],
  ])('has a check to try: of %s, %i workers of 64', (only, count) => {
    expect(shareOut({ ...run, workers: 64, only: [only], reference: 'kyc' })).toHaveLength(count)
  })

  test('needs no provisioning at a target without a config', () => {
    expect(shareOut({ ...run, target, hasConfig: false })).toHaveLength(2)
  })
})

describe('workers that would disturb each other are refused', () => {
  const anyPort = { ...run.counterpart, listen: { host: '127.0.0.1', port: 0 } }
  test.each<[string, readonly RunSettings[], RegExp]>([
    ['one config for two', [config(1)], /^2 workers need 2 provisionings/],
    ['three configs for two', [config(1), config(2), config(3)], /^there are 3 configs for 2 workers/],
    ['one config twice', [config(1), config(1)], /listen on port 4901/],
    [
      'an identity of both',
      [config(1), config(1, { counterpart: anyPort, accounts: {} })],
      /^OCID 2001 is in two configs/,
    ],
    ['an account of both', [config(1), config(2, { accounts: { purse1: 3001 } })], /^OCID 3001 is in two configs/],
    ['another target', [config(1), config(2, { target: { ...target, baseUrl: 'http://b' } })], /differ in target/],
    ['another currency', [config(1), config(2, { currency: 'EUR' })], /differ in currency/],
    ['a config without identities', [config(1), config(2, { hasConfig: false })], /differ in having identities/],
    ['a shard', [config(1, { shard: { index: 1, of: 2 } }), config(2)], /--shard selects a part/],
    ['a run that is resumed', [config(1, { earlier: { starts: [], seconds: 0, results: [] } }), config(2)], /--resume/],
    ['pages for a person', [config(1, { pages: { consent: { driver: 'person' } } }), config(2)], /^a person uses/],
  ])('%s', (_name, provisionings, message) => {
    const [first = run] = provisionings
    expect(() => shareOut(first, provisionings)).toThrow(message)
  })

  test('but no person is requested if none is available', () => {
    const pages = { consent: { driver: 'person' as const } }
    expect(shareOut(config(1, { pages, isPersonThere: false }), [config(1), config(2)])).toHaveLength(2)
  })
})
