import { describe, expect, test } from 'vitest'
import { referenceProfile } from '../../../protocol/profile.ts'
import { verifyRequest } from '../../../protocol/request/request.ts'
import { PrivateKey } from '../../../protocol/signature/keys.ts'
import { type OutgoingRequest, type Send, systemPorts } from '../../service/ports.ts'
import { memoryStorage, StorageFailure } from '../../service/storage.ts'
import { virtualTime } from '../../service/virtual-time.test.support.ts'
import { notificationHeaders, openOutbox, retryAfter } from './outbox.ts'

const key = new PrivateKey('7'.padStart(64, '0'))
const notification = { url: 'https://shop.example/base/transfer/webhook?x=1', body: '{"proof":{}}' }

type AuthenticationAttempt = { at: number; request: OutgoingRequest }

const start = 1_800_000_000_000

const open = (answer: (attempt: number) => ReturnType<Send>, storage = memoryStorage(), time = virtualTime(start)) => {
  const attempts: AuthenticationAttempt[] = []
  const send: Send = request => {
    attempts.push({ at: time.now() - start, request })
    return answer(attempts.length)
  }
  const ports = { ...systemPorts(send), now: time.now, after: time.after, storage }
  const outbox = openOutbox({
    ocid: 1001,
    key,
    profile: referenceProfile,
    ports,
    policies: { notificationHeaders, retryAfter },
  })
  return {
    time,
    attempts,
    outbox,
    storage,
    waiting: () => storage.table('outbox').size,
    times: () => attempts.map(({ at }) => at / 1000),
  }
}

const status = (code: number): ReturnType<Send> => Promise.resolve({ status: code, text: '' })

describe('the outbox', () => {
  test('tries again after 1, 2, 4, 8, 16 s, and then no more', async () => {
    const on = open(() => status(503))
    await on.outbox.deliver(notification)
    await on.time.advance(3_600_000)
    expect(on.times()).toEqual([0, 1, 3, 7, 15, 31])
    expect([on.time.pending(), on.waiting()]).toEqual([0, 0])
  })

  test('stops at any 200', async () => {
    const on = open(attempt => status(attempt < 3 ? 500 : 200))
    await on.outbox.deliver(notification)
    await on.time.advance(60_000)
    expect(on.times()).toEqual([0, 1, 3])
  })

  test('a 4xx stops it, but 408 and 429; a redirect is not followed and tried again', async () => {
    for (const [code, attempts] of [
      [400, 1],
      [401, 1],
      [404, 1],
      [408, 6],
      [429, 6],
      [302, 6],
      [204, 6],
    ] as const) {
      const on = open(() => status(code))
      await on.outbox.deliver(notification)
      await on.time.advance(60_000)
      expect([code, on.attempts.length]).toEqual([code, attempts])
    }
  })

  test('waits ten seconds for an answer, and counts a broken connection as none', async () => {
    const on = open(attempt => (attempt === 1 ? new Promise(() => {}) : Promise.reject(new Error('reset'))))
    const first = on.outbox.deliver(notification)
    await on.time.advance(10_000)
    await first
    await on.time.advance(60_000)
    expect(on.times()).toEqual([0, 11, 13, 17, 25, 41])
    expect(on.attempts[0]?.request.signal.aborted).toBe(true)
  })

  test('every attempt has its own nonce and timestamp, and a signature that verifies', async () => {
    const on = open(() => status(500))
    await on.outbox.deliver(notification)
    await on.time.advance(60_000)
    const headers = on.attempts.map(({ request }) => request.headers ?? {})
    expect(new Set(headers.map(header => header['X-OC-Nonce'])).size).toBe(6)
    expect(headers.map(header => Number(header['X-OC-Timestamp']) - 1_800_000_000)).toEqual([0, 1, 3, 7, 15, 31])
    for (const header of headers) {
      const claims = { ocid: '1001', timestamp: header['X-OC-Timestamp'] ?? '', nonce: header['X-OC-Nonce'] ?? '' }
      const parts = { ...claims, method: 'POST', path: '/base/transfer/webhook?x=1', body: notification.body }
      const signed = { ...parts, signature: header['X-OC-Signature'] ?? '' }
      expect(verifyRequest(signed, { publicKey: key.publicKey, dialect: referenceProfile })).toBe(true)
      expect(header['content-type']).toBe('application/json')
    }
  })

  test('another process resumes where one was killed: at the next attempt, when it is due', async () => {
    const killed = open(() => status(503))
    await killed.outbox.deliver(notification)
    await killed.time.advance(1_500)
    killed.outbox.close()
    const next = open(() => status(200), killed.storage, killed.time)
    next.outbox.resume()
    await killed.time.advance(60_000)
    expect([killed.times(), next.times(), next.waiting()]).toEqual([[0, 1], [3], 0])
    expect(next.attempts[0]?.request.body).toBe(notification.body)
  })

  test('a notification in flight when its process was killed is sent again', async () => {
    const killed = open(() => new Promise(() => {}))
    void killed.outbox.deliver(notification)
    killed.outbox.close()
    const next = open(() => status(200), killed.storage, killed.time)
    next.outbox.resume()
    await next.outbox.deliver({ ...notification, body: '{"proof":{"txid":"2"}}' })
    await killed.time.advance(0)
    expect(next.attempts.map(({ request }) => request.body)).toEqual(['{"proof":{"txid":"2"}}', notification.body])
    expect(next.waiting()).toBe(0)
  })

  test('a notification is sent only once it is saved, and never if it cannot be saved', async () => {
    const keeping = Promise.withResolvers<void>()
    const on = open(() => status(200), { ...memoryStorage(), watch: () => () => keeping.promise })
    const delivery = on.outbox.deliver(notification)
    expect(on.attempts.length).toBe(0)
    keeping.resolve()
    await delivery
    expect(on.attempts.length).toBe(1)
    const full = open(() => status(200), {
      ...memoryStorage(),
      watch: () => () => Promise.reject(new StorageFailure()),
    })
    await full.outbox.deliver(notification)
    expect(full.attempts.length).toBe(0)
  })
})
