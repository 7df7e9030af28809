import { fastify } from 'fastify'
import { describe, expect, test } from 'vitest'
import { limitRate, operate } from './operation.ts'

describe('the rate limit', () => {
  test('refuses an address beyond its requests per second, and answers again in the next second', async () => {
    const server = fastify()
    let now = 5_000
    operate(server)
    limitRate(server, 2, () => now)
    server.get('/', async () => 'fine')
    const status = async (remoteAddress = '192.0.2.1') => (await server.inject({ url: '/', remoteAddress })).statusCode
    expect([await status(), await status(), await status(), await status('192.0.2.2')]).toEqual([200, 200, 429, 200])
    expect((await server.inject({ url: '/', remoteAddress: '192.0.2.1' })).headers['retry-after']).toBe('1')
    expect((await server.inject({ url: '/readyz', remoteAddress: '192.0.2.1' })).statusCode).toBe(200)
    now += 1_000
    expect(await status()).toBe(200)
  })
})

describe('a role that is stopped', () => {
  test('is healthy and ready before', async () => {
    const server = fastify()
    operate(server)
    expect((await server.inject('/healthz')).json()).toEqual({ status: 'healthy' })
    expect((await server.inject('/readyz')).json()).toEqual({ status: 'ready' })
  })

  test('finishes running requests, refuses new ones, is not ready, and then closes', async () => {
    const server = fastify({ forceCloseConnections: true })
    const running = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    const stop = operate(server)
    server.get('/slow', async () => {
      started.resolve()
      await running.promise
      return 'done'
    })
    const baseUrl = await server.listen({ host: '127.0.0.1', port: 0 })
    const slow = fetch(`${baseUrl}/slow`)
    await started.promise
    const stopped = stop()
    const statusOf = async (path: string) => (await fetch(baseUrl + path)).status
    expect([await statusOf('/readyz'), await statusOf('/slow'), await statusOf('/healthz')]).toEqual([503, 503, 200])
    running.resolve()
    expect(await (await slow).text()).toBe('done')
    await stopped
    await expect(fetch(`${baseUrl}/healthz`)).rejects.toThrow()
  })
})
