import { createServer as createHttpServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, test } from 'vitest'
import { certifyTarget, clausesThat, settingsFor } from '../certify.ts'

const openServers: Server[] = []
const sockets = new Set<Socket>()

afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  for (const server of openServers.splice(0)) {
    if ('closeAllConnections' in server) (server as unknown as { closeAllConnections(): void }).closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
})

const listen = (server: Server): Promise<string> =>
  new Promise(resolve => {
    openServers.push(server)
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })

const listenHttp = (listener: RequestListener) => listen(createHttpServer(listener))

/** Starts a server that answers the first bytes it receives. */
const listenRaw = (response: (socket: Socket) => void) =>
  listen(
    createServer(socket => {
      socket.on('error', () => undefined)
      socket.once('data', () => response(socket))
      sockets.add(socket)
    }),
  )

const brokenMetadata = JSON.stringify({
  protocol: '0.1',
  name: 'x',
  config: { publicKey: '00', endpoint: 'nowhere', capabilities: [] },
})

/** JSON that is not an object, and objects whose members have the wrong type. */
const malformedBodies = [
  null,
  [],
  7,
  { redirect_url: 5, proof: null, signature: [], status: {}, txid: 1, settlement: null, error: 'x' },
  {
    redirect_url: 'javascript:alert(1)',
    proof: { txid: {}, to: 7 },
    signature: 'zz',
    status: 'pending',
    expiresAt: 'soon',
  },
]

const shortTimeout = { timeoutMs: 400 }

describe('targets with one response to every request are non-conformant', () => {
  test.concurrent.for([
    [
      'refuses everything',
      (_request, response) =>
        response
          .writeHead(403, { 'content-type': 'application/json' })
          .end('{"error":{"code":"NO","message":"no","details":{}}}'),
    ],
    [
      'accepts everything with an empty object',
      (_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    ],
    [
      'answers 200 with a page',
      (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>'),
    ],
    [
      'answers 500',
      (_request, response) => response.writeHead(500).end('Error: at Object.<anonymous> (/srv/app.js:1:1)'),
    ],
    ['redirects to itself', (request, response) => response.writeHead(302, { location: request.url ?? '/' }).end()],
    ...malformedBodies.map((json): [string, RequestListener] => [
      `answers 200 with ${JSON.stringify(json)}`,
      (_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(json)),
    ]),
    [
      'answers with its metadata whatever is asked',
      (_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(brokenMetadata),
    ],
  ] as [string, RequestListener][])('%s', async ([, listener], { expect }) => {
    const certified = await certifyTarget(settingsFor(await listenHttp(listener), shortTimeout))
    expect(certified.report.verdict).toBe('non-conformant')
    expect(certified.exitCode).toBe(1)
    expect(clausesThat(certified, 'fail')).not.toEqual([])
  })
})

describe('merchants and KYC providers with one response to every request are non-conformant', () => {
  const page: RequestListener = (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<form method="post"><button>Allow</button></form>')
  const order = { id: {}, accepts: 7, items: [null] }
  const wrong = {
    order,
    urls: { order: [5, null, 'javascript:1'] },
    signature: 'zz',
    status: 'accepted',
    txid: 'x',
    config: {},
  }
  const json: RequestListener = (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(wrong))
  const astray: RequestListener = (_request, response) => response.writeHead(302, { location: 'http://[::bad' }).end()

  test.concurrent.for(
    (['merchant', 'kyc'] as const).flatMap(role =>
      (
        [
          ['a page', page],
          ['members of every wrong type', json],
          ['a redirect to nowhere', astray],
        ] as const
      ).map(([what, listener]) => [role, what, listener] as const),
    ),
  )('%s: %s', async ([role, , listener], { expect }) => {
    const certified = await certifyTarget(settingsFor(await listenHttp(listener), shortTimeout, role))
    expect(certified.report.verdict).toBe('non-conformant')
    expect(certified.exitCode).toBe(1)
  })
})

const mebibyte = 1_048_576

/** Responses that cost their reader far more than their sender: headers and body. */
const costlyResponses: Readonly<Record<string, () => [headers: Record<string, string | string[]>, body: string]>> = {
  '10 MB of nested arrays': () => [{ 'content-type': 'application/json' }, '['.repeat(10 * mebibyte)],
  'half a million elements': () => [
    { 'content-type': 'application/json' },
    JSON.stringify({ protocol: '0.1', config: { capabilities: Array.from({ length: 500_000 }, () => 0) } }),
  ],
  'numbers without end': () => [{ 'content-type': 'application/json' }, `{"expiresAt":${'9'.repeat(mebibyte / 2)}}`],
  'a mebibyte of a signature': () => [
    { 'content-type': 'application/json' },
    JSON.stringify({
      signature: 'f'.repeat(500_000),
      redirect_url: `http://a/${'b'.repeat(400_000)}`,
      status: 'a'.repeat(90_000),
    }),
  ],
  'as many members as fit': () => [
    { 'content-type': 'application/json' },
    JSON.stringify(Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`member${at}`, at]))),
  ],
  'an error of spaces': () => [
    { 'content-type': 'application/json' },
    JSON.stringify({ error: { code: ' '.repeat(300_000), message: `\nat ${'a'.repeat(300_000)}`, details: {} } }),
  ],
  'cookies without end': () => [
    { 'content-type': 'text/html', 'set-cookie': Array.from({ length: 300 }, (_, at) => `a${at}=${'b'.repeat(150)}`) },
    '<form method=post><button>Pay now</button></form>',
  ],
  'a cookie of spaces': () => [{ 'content-type': 'text/html', 'set-cookie': `a=b;${' '.repeat(50_000)}x` }, '<p>a'],
  'a character set of spaces': () => [{ 'content-type': `text/html; charset=${' '.repeat(50_000)}!` }, '<p>\u00e4'],
  'a refresh of spaces': () => [{ 'content-type': 'text/html', refresh: `1${' '.repeat(50_000)}x` }, '<p>a'],
  'a chain of refreshes': () => [{ 'content-type': 'text/html', refresh: '0;url=?again' }, '<p>a'],
  'an unknown encoding': () => [{ 'content-type': 'text/html', 'content-encoding': 'gzip,'.repeat(9_000) }, '<p>a'],
}

describe('excessively costly responses end in verdicts', () => {
  test.for(Object.entries(costlyResponses))('%s', async ([, make], { expect }) => {
    const [headers, body] = make()
    const target = await listenHttp((_request, response) => void response.writeHead(200, headers).end(body))
    const settings = { ...shortTimeout, only: ['META-01', 'CHECKOUT-01', 'TRANSFER-01'], depth: 'quick' as const }
    const certified = await certifyTarget(settingsFor(target, settings))
    expect([1, 3]).toContain(certified.exitCode)
    expect(certified.report.verdict).not.toBe('conformant')
    expect(process.memoryUsage().rss).toBeLessThan(2_048 * mebibyte)
  })
})

/** Watches the bytes in buffers of this thread, which hold bodies. The result returns the peak. */
const watchBuffers = (): (() => number) => {
  let most = 0
  const look = () => {
    most = Math.max(most, process.memoryUsage().arrayBuffers)
  }
  const timer = setInterval(look, 10)
  return () => {
    clearInterval(timer)
    return most
  }
}

describe('broken HTTP servers end in verdicts', () => {
  test.concurrent('never answers: it is unreachable, and nothing fails', async ({ expect }) => {
    const certified = await certifyTarget(settingsFor(await listenRaw(() => undefined), shortTimeout))
    expect(certified.exitCode).toBe(3)
    expect(certified.report.verdict).toBe('incomplete')
    expect(clausesThat(certified, 'fail', 'pass')).toEqual([])
  })

  test.concurrent.for([
    ['closes immediately', socket => socket.destroy()],
    ['answers half a body', socket => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{"protocol"')],
  ] as [string, (socket: Socket) => void][])('%s', async ([, response], { expect }) => {
    const certified = await certifyTarget(settingsFor(await listenRaw(response), shortTimeout))
    expect(certified.exitCode).toBe(1)
    expect(clausesThat(certified, 'fail')).toContain('META-01')
  })

  test.concurrent('bytes that are not HTTP are unread, and nothing fails', async ({ expect }) => {
    const garbage = (socket: Socket) => socket.end(Buffer.from([0, 1, 2, 255, 10, 13, 10]))
    const certified = await certifyTarget(settingsFor(await listenRaw(garbage), shortTimeout))
    expect(certified.exitCode).toBe(3)
    expect(clausesThat(certified, 'fail', 'pass')).toEqual([])
    expect(JSON.stringify(certified.report.preflight)).toContain('is not HTTP/1.1 that the harness can read')
  })

  test.concurrent('an endless header exceeds the limit, and nothing fails', async ({ expect }) => {
    const endless = (socket: Socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(400_000)}`)
    const certified = await certifyTarget(settingsFor(await listenRaw(endless), shortTimeout))
    expect(certified.exitCode).toBe(3)
    expect(clausesThat(certified, 'fail', 'pass')).toEqual([])
    expect(JSON.stringify(certified.report.preflight)).toContain('bytes of headers')
  })

  test.concurrent('an endless body, and one that inflates to a gigabyte, are cut, and nothing fails', async ({
    expect,
  }) => {
    const bomb = gzipSync(Buffer.alloc(64 * 1_048_576))
    const target = await listenHttp((request, response) => {
      if (request.url?.includes('metadata'))
        return void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
      response.writeHead(200)
      const pour = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      }
      response.on('drain', pour)
      pour()
    })
    const endWatch = watchBuffers()
    const certified = await certifyTarget(settingsFor(target, shortTimeout))
    expect(certified.exitCode).toBe(3)
    expect(clausesThat(certified, 'fail')).toEqual([])
    expect(endWatch()).toBeLessThan(400 * 1_048_576)
  })
})
