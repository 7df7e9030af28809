import { createServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { createHttpClient } from './http-client.ts'
import { responseLimits, stillArriving } from './limits.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** Returns the client's result for the bytes that a server sends; `then`: the bytes that follow every 50 ms. */
const received = async (answer: string | Buffer, then?: string) => {
  const server = createServer(socket => {
    const repeated = then === undefined ? undefined : setInterval(() => socket.write(then), 50)
    closers.push(
      () => socket.destroy(),
      () => clearInterval(repeated),
    )
    socket.on('error', () => undefined)
    socket.once('data', () => socket.write(answer))
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  const client = createHttpClient({
    evidence: { write: () => undefined },
    timeoutMs: then === undefined ? 20_000 : 1_000,
    concurrency: 1,
  })
  closers.push(
    () => server.close(),
    () => client.close(),
  )
  const request = { method: 'POST', origin: `http://127.0.0.1:${port}`, path: '/', headers: [], body: '{}' }
  return client.send(request, { check: 'limits', signal: new AbortController().signal })
}

const answer = (body: string | Buffer, ...headers: string[]): Buffer => {
  const lines = ['HTTP/1.1 200 OK', `content-length: ${Buffer.byteLength(body)}`, ...headers, '', '']
  return Buffer.concat([Buffer.from(lines.join('\r\n')), Buffer.from(body)])
}

const encoded = (coding: string, body: Buffer) => answer(body, `content-encoding: ${coding}`)

/** A JSON text of `bytes` bytes. */
const json = (bytes: number) => `[${' '.repeat(bytes - 2)}]`
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const zipped = (times: number) =>
  Array.from({ length: times }).reduce<Buffer>(bytes => gzipSync(bytes), Buffer.from('[]'))

/** For each limit, a response just within it and one that exceeds it. */
const answers: Readonly<
  Record<keyof typeof responseLimits, readonly [within: string | Buffer, beyond: string | Buffer]>
> = {
  headers: [
    answer('[]', ...Array.from({ length: 4_000 }, (_, at) => `set-cookie: c${at}=${'x'.repeat(40)}`)),
    answer('[]', `content-security-policy: ${'x'.repeat(responseLimits.headers.most)}`),
  ],
  body: [answer(json(responseLimits.body.most)), answer(json(responseLimits.body.most + 1))],
  inflated: [
    encoded('gzip', gzipSync(json(responseLimits.inflated.most))),
    encoded('gzip', gzipSync(json(responseLimits.inflated.most + 1))),
  ],
  codings: [
    encoded(Array(responseLimits.codings.most).fill('gzip').join(), zipped(responseLimits.codings.most)),
    encoded(
      Array(responseLimits.codings.most + 1)
        .fill('gzip')
        .join(),
      zipped(responseLimits.codings.most + 1),
    ),
  ],
  coding: [encoded('identity', Buffer.from('[]')), encoded('compress', Buffer.from([0x1f, 0x9d, 0x90, 0xff]))],
  depth: [answer(nested(responseLimits.depth.most)), answer(nested(responseLimits.depth.most + 1))],
  interim: [
    `${'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(1_000)}${answer('[]')}`,
    `HTTP/1.1 100 Continue\r\n\r\n${answer('[]')}`,
  ],
}

describe('a limit of the client', () => {
  test.each(Object.entries(answers))('%s: a response within it is read', async (_, [within]) => {
    const response = await received(within)
    expect(response.silence).toBeUndefined()
    expect(response).toMatchObject({ status: 200, truncated: false })
    expect(Array.isArray(response.json)).toBe(true)
  })

  test.each(Object.entries(responseLimits))(
    '%s: a response beyond it is blamed on the limit',
    async (name, { beyond }) => {
      const [, much] = Object.entries(answers).find(([each]) => each === name)?.[1] ?? []
      const { silence } = await received(much ?? '')
      expect(silence).toMatchObject({ kind: 'limit', message: expect.stringContaining(beyond) })
      expect(silence?.message).toContain('a limit of the harness')
    },
  )

  test('headers take at least 128 KiB', () => expect(responseLimits.headers.most).toBeGreaterThanOrEqual(131_072))

  test('a body that is still arriving at the time limit is reported as such', async () => {
    const { silence } = await received('HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n[', ' ')
    expect(silence).toMatchObject({ kind: 'limit', message: expect.stringContaining('--timeout') })
    expect(stillArriving(17, 1_000).message).toContain('after 1 s, with 17 bytes')
  })
})

describe('anything without its own limit', () => {
  const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'
  test.each([
    ['many headers', answer('[]', ...Array.from({ length: 5_000 }, () => 'x: y'))],
    ['very small chunks', `${chunked}1\r\n[\r\n${'1\r\n \r\n'.repeat(100_000)}1\r\n]\r\n0\r\n\r\n`],
    ['long chunk extensions', `${chunked}2;${'x'.repeat(100_000)}\r\n[]\r\n0\r\n\r\n`],
    ['trailers', `${chunked}2\r\n[]\r\n0\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`],
    ['a long reason', `HTTP/1.1 200 ${'x'.repeat(100_000)}\r\ncontent-length: 2\r\n\r\n[]`],
    ['HTTP/1.0', 'HTTP/1.0 200 OK\r\nconnection: keep-alive\r\ncontent-length: 2\r\n\r\n[]'],
    ['the charset as a content coding', encoded('utf-8', Buffer.from('[]'))],
    ['the name of a member of every object as a content coding', encoded('constructor', Buffer.from('[]'))],
  ])('%s', async (_, bytes) => {
    const response = await received(bytes)
    expect(response.silence).toBeUndefined()
    expect(response.json).toEqual([])
  })
})
