import { createServer, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { Agent } from 'undici'
import { afterEach, expect, test } from 'vitest'
import { type ExchangeLimits, exchange, type Received } from './transport.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** Serves every connection by `answer`, and sends one request to it. */
const received = async (
  answer: (socket: Socket) => void,
  limits: Partial<ExchangeLimits> = {},
): Promise<Received & { body: string }> => {
  const server = createServer(socket => {
    closers.push(() => socket.destroy())
    socket.on('error', () => undefined)
    socket.once('data', () => answer(socket))
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  const agent = new Agent()
  closers.push(
    () => server.close(),
    () => agent.destroy(),
  )
  const request = { method: 'POST', origin: `http://127.0.0.1:${port}`, path: '/', headers: [], body: 'ä' }
  const whole = { timeoutMs: 5_000, maxBytes: 1_000, signal: new AbortController().signal, ...limits }
  const response = await exchange(agent, request, whole)
  return { ...response, body: Buffer.from(response.bytes).toString() }
}

const head = (length: number, more = '') =>
  `HTTP/1.1 200 OK\r\nX-A: 1\r\nX-a: 2\r\n${more}content-length: ${length}\r\n\r\n`

test('a response is read completely, after informational ones', async () => {
  const response = await received(socket => socket.write(`HTTP/1.1 103 Early Hints\r\nx: y\r\n\r\n${head(4)}text`))
  expect(response).toMatchObject({ status: 200, body: 'text', truncated: false })
  expect(response.headers).toEqual([
    ['x-a', '1'],
    ['x-a', '2'],
    ['content-length', '4'],
  ])
  expect(response.silence).toBeUndefined()
})

test('a body with a content encoding is inflated', async () => {
  const bytes = gzipSync('text')
  const answer = (socket: Socket) =>
    socket.write(Buffer.concat([Buffer.from(head(bytes.length, 'content-encoding: gzip\r\n')), bytes]))
  expect((await received(answer)).body).toBe('text')
})

test('a body that may be cut is truncated without waiting for the rest', async () => {
  const answer = (socket: Socket) => socket.write(`${head(1_000_000)}${'x'.repeat(2_000)}`)
  const response = await received(answer, { mayBeCut: true })
  expect(response).toMatchObject({ status: 200, body: 'x'.repeat(1_000), truncated: true })
  expect(response.silence).toBeUndefined()
})

test('a response that ends early is broken, and its received part is kept', async () => {
  const response = await received(socket => socket.end(`${head(10)}text`))
  expect(response).toMatchObject({ status: 200, body: 'text', silence: { kind: 'broken' } })
})

test('a response that does not end in time is a timeout', async () => {
  const response = await received(socket => socket.write(`${head(10)}text`), { timeoutMs: 100 })
  expect(response).toMatchObject({ status: 200, body: 'text', silence: { kind: 'timeout' } })
})

test('an interruption ends the wait for a response with its reason', async () => {
  const interruption = new AbortController()
  const answer = () => interruption.abort(new Error('enough'))
  const silence = { kind: 'broken', message: 'enough' }
  expect(await received(answer, { signal: interruption.signal })).toMatchObject({ status: 0, silence })
  expect(await received(answer, { signal: interruption.signal })).toMatchObject({ status: 0, silence })
})

test('a request that cannot be sent does not throw', async () => {
  const request = { method: 'GET', origin: 'http://127.0.0.1:1', path: 'no path', headers: [] }
  const limits = { timeoutMs: 1_000, maxBytes: 1, signal: new AbortController().signal }
  const agent = new Agent()
  closers.push(() => agent.destroy())
  expect(await exchange(agent, request, limits)).toMatchObject({ status: 0, silence: { kind: 'forbidden' } })
  const refused = await exchange(agent, { ...request, path: '/' }, limits)
  expect(refused).toMatchObject({ status: 0, silence: { kind: 'refused' } })
})
