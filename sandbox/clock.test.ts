import { fastify } from 'fastify'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { memoryStorage } from '../reference/service/storage.ts'
import { hostClock, openClock } from './clock.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 })
})

afterEach(() => {
  vi.useRealTimers()
})

describe('a clock that is advanced', () => {
  test('runs due timers in order, and leaves the rest for later', () => {
    const clock = openClock(memoryStorage())
    const ran: string[] = []
    clock.after(5_000, () => ran.push('second'))
    clock.after(1_000, () => ran.push('first'))
    clock.after(9_000, () => ran.push('third'))
    clock.after(2_000, () => ran.push('cancelled'))()
    clock.advance(6_000)
    vi.advanceTimersByTime(1)
    expect(ran).toEqual(['first', 'second'])
    expect([clock.now() - Date.now(), clock.ahead()]).toEqual([6_000, 6_000])
    vi.advanceTimersByTime(2_990)
    expect(ran.length).toBe(2)
    vi.advanceTimersByTime(10)
    expect(ran).toEqual(['first', 'second', 'third'])
  })

  test('stays ahead for the next process', () => {
    const storage = memoryStorage()
    openClock(storage).advance(60_000)
    const next = openClock(storage)
    next.advance(60_000)
    expect(next.ahead()).toBe(120_000)
  })
})

describe('the address of the clock', () => {
  const served = (token?: string) => {
    const server = fastify()
    server.removeAllContentTypeParsers()
    server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))
    server.setErrorHandler((error: { code: string; status: number }, _request, reply) =>
      reply.code(error.status).send({ code: error.code }),
    )
    const clock = openClock(memoryStorage())
    hostClock(server, clock, token)
    return { server, clock }
  }
  const headers = { 'content-type': 'application/json' }

  test('returns the time, and advances it', async () => {
    vi.useRealTimers()
    const { server, clock } = served()
    const moved = await server.inject({ method: 'POST', url: '/clock', headers, payload: '{"seconds":3600}' })
    expect(moved.json()).toEqual({ now: expect.any(Number), aheadSeconds: 3600 })
    expect((await server.inject('/clock')).json()).toMatchObject({ aheadSeconds: 3600 })
    for (const payload of ['{"seconds":0}', '{"seconds":-5}', '{"seconds":1.5}', '{"seconds":1e12}', '{}', '[]', 'x'])
      expect((await server.inject({ method: 'POST', url: '/clock', headers, payload })).statusCode).toBe(400)
    expect(clock.ahead()).toBe(3_600_000)
  })

  test.each([
    ['a name that is made to lead here', { host: 'rebound.example:4010' }],
    ['another address of this machine', { host: '192.168.1.20:4010' }],
    ['a page of another site', { host: '127.0.0.1:4010', origin: 'https://elsewhere.example' }],
    ['a page without an origin', { host: '127.0.0.1:4010', origin: 'null' }],
  ])('without a token refuses a request to %s', async (_from, more) => {
    vi.useRealTimers()
    const { server, clock } = served()
    const payload = '{"seconds":3600}'
    const moved = await server.inject({ method: 'POST', url: '/clock', headers: { ...headers, ...more }, payload })
    const read = await server.inject({ url: '/clock', headers: more })
    expect([moved.statusCode, read.statusCode, clock.ahead()]).toEqual([403, 403, 0])
  })

  test.each(['localhost:4010', '127.0.0.1:4010', '[::1]:4010', 'LOCALHOST'])('answers at %s', async host => {
    vi.useRealTimers()
    const { server } = served()
    expect((await server.inject({ url: '/clock', headers: { host } })).statusCode).toBe(200)
  })

  test('accepts requests with its token only', async () => {
    vi.useRealTimers()
    const { server, clock } = served('0123456789abcdef')
    const post = async (more: Record<string, string>) =>
      (
        await server.inject({
          method: 'POST',
          url: '/clock',
          headers: { ...headers, ...more },
          payload: '{"seconds":1}',
        })
      ).statusCode
    expect([await post({}), await post({ authorization: 'Bearer 0123456789abcdeX' })]).toEqual([401, 401])
    expect([clock.ahead(), (await server.inject('/clock')).statusCode]).toEqual([0, 401])
    expect(await post({ authorization: 'Bearer 0123456789abcdef' })).toBe(200)
  })
})
