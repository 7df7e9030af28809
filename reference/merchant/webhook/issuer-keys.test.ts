import { describe, expect, test } from 'vitest'
import { parseStrict } from '../../../protocol/json/json.ts'
import type { Proof } from '../../../schemas/messages.ts'
import { keyCacheTtlMs } from '../../every-role/metadata/peer-key.ts'
import { documentTimeoutMs } from '../../service/guarded-client.ts'
import type { Send } from '../../service/ports.ts'
import {
  actors,
  type Fixture,
  fixture,
  friendlySend,
  keyOf,
  metadataAt,
  outcomeOf,
  publishes,
} from '../fixture.test.support.ts'

const refused = '400 PROOF_SIGNATURE_INVALID'
const [oldKey, newKey] = [keyOf(actors.rotating), keyOf(77)]

/** A fresh order, and a proof by the rotating issuer that pays it. */
const pay = async (on: Fixture, key = oldKey, more: Partial<Proof> = {}): Promise<string> => {
  const proof = on.proof(await on.order(), { issuer: actors.rotating, ...more })
  return outcomeOf(await on.deliver(on.signed(proof, key)))
}

const publish = (on: Fixture, text: string): void => {
  on.peers.send = async () => ({ status: 200, text })
}

describe('the key of an issuer', () => {
  test('is read from its metadata, only once while it is held', async () => {
    const on = fixture()
    for (let time = 0; time < 3; time++) expect(await pay(on)).toBe('accepted')
    expect(on.sent.map(({ url }) => url)).toEqual([metadataAt(actors.rotating)])
    await on.time.advance(keyCacheTtlMs)
    expect(await pay(on)).toBe('accepted')
    expect(on.sent.length).toBe(2)
  })

  test('that was changed counts once the old one lapses, and the old one no more', async () => {
    const on = fixture()
    expect(await pay(on)).toBe('accepted')
    publish(on, publishes(newKey))
    expect(await pay(on, oldKey)).toBe('accepted')
    await on.time.advance(keyCacheTtlMs)
    expect(await pay(on, newKey)).toBe('accepted')
    expect(await pay(on, oldKey)).toBe(refused)
    expect(await pay(on, newKey)).toBe('accepted')
  })

  test('is the one of the issuer, not of the sender', async () => {
    const on = fixture()
    expect(await pay(on, keyOf(actors.gateway))).toBe(refused)
  })

  test('is not asked for again and again by bad signatures', async () => {
    const on = fixture()
    const wave = () => Promise.all(Array.from({ length: 10 }, () => pay(on, newKey)))
    for (let half = 0; half < 6; half++) {
      expect(new Set(await wave())).toEqual(new Set([refused]))
      await on.time.advance(keyCacheTtlMs / 2)
    }
    expect(on.sent.length).toBe(3)
    expect(await pay(on)).toBe('accepted')
  })

  test('that is not in the registry cannot be read', async () => {
    const on = fixture()
    expect(await pay(on, keyOf(actors.unlisted), { issuer: actors.unlisted })).toBe(refused)
    expect(on.sent).toEqual([])
  })
})

const config = { publicKey: oldKey.publicKey, endpoint: 'https://issuer.example', capabilities: [] }
const published = parseStrict(publishes(oldKey)) as { signature: string }

const faults: [string, Send][] = [
  ['is unreachable', () => Promise.reject(new Error('ECONNREFUSED'))],
  ['is not found', async () => ({ status: 404, text: publishes(oldKey) })],
  ['is redirected', async () => ({ status: 302, text: publishes(oldKey) })],
  ['is empty', async () => ({ status: 200, text: '' })],
  ['is malformed', async () => ({ status: 200, text: publishes(oldKey).slice(0, -1) })],
  ['is not an object', async () => ({ status: 200, text: '[null]' })],
  ['has no config', async () => ({ status: 200, text: '{"signature":"00"}' })],
  ['is signed with another key', async () => ({ status: 200, text: JSON.stringify({ ...published, config }) })],
  ['has no signature', async () => ({ status: 200, text: JSON.stringify({ config }) })],
]

describe('metadata that misbehaves', () => {
  test.each(faults)('leads to no payment when it %s', async (_how, send) => {
    const on = fixture({ send })
    expect(await pay(on)).toBe(refused)
    on.peers.send = friendlySend
    await on.time.advance(keyCacheTtlMs)
    expect(await pay(on)).toBe('accepted')
  })

  test('leads to a refusal in bounded time if it never arrives, with one wait shared by all', async () => {
    const on = fixture({ send: () => new Promise(() => {}) })
    const waiting = [pay(on), pay(on), pay(on)]
    await on.time.advance(documentTimeoutMs)
    expect(await Promise.all(waiting)).toEqual([refused, refused, refused])
    expect(on.sent.length).toBe(1)
    expect(on.time.pending()).toBe(0)
  })

  test('does not invalidate a cached key', async () => {
    const on = fixture()
    expect(await pay(on)).toBe('accepted')
    on.peers.send = () => Promise.reject(new Error('down'))
    expect(await pay(on, newKey)).toBe(refused)
    expect(await pay(on)).toBe('accepted')
    await on.time.advance(keyCacheTtlMs)
    expect(await pay(on)).toBe(refused)
  })
})
