import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { requestLimits } from '../harness/http/limits.ts'
import { referenceProfile } from '../protocol/profile.ts'
import { overHttp, post, proofOf, sendRaw } from './counterpart.test.fixture.ts'
import { startCounterpart } from './counterpart.ts'
import { readBytes } from './raw-request.ts'
import { bodyBytes } from './recorded-request.ts'

describe('over HTTP', () => {
  let subject: Awaited<ReturnType<typeof overHttp>>
  beforeEach(async () => {
    subject = await overHttp()
  })
  afterEach(() => subject.counterpart.close())

  const alive = async () => (await subject.fetch('/registry.json')).status === 200
  const first = () => subject.counterpart.journal.all[0]

  test('header lines are recorded as sent: order, case and duplicates', async () => {
    const lines = ['Host: h', 'X-OC-Nonce: a', 'x-oc-nonce: b', 'X-OC-ID: 7', 'Content-Length: 2', 'Connection: close']
    const answer = await sendRaw(
      subject.port,
      `POST /2001/transfer/webhook HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n{}`,
    )
    expect(answer).toMatch(/^HTTP\/1.1 400 /)
    expect(first()?.rawHeaders).toEqual(lines.flatMap(line => line.split(': ')))
    expect(first()?.headers).toMatchObject({ 'x-oc-nonce': 'a, b', 'x-oc-id': '7' })
    expect(first()?.json).toEqual({})
  })

  test.each([
    ['TRACE', '/2001/transfer/webhook'],
    ['PROPFIND', '/2001/metadata.json'],
    ['OPTIONS', '*'],
    ['GET', 'http://elsewhere.example/registry.json'],
    ['GET', '/%zz/%'],
    ['GET', '/2001/orders/%E0%A4%A'],
    ['GET', '//elsewhere.example/registry.json'],
    ['GET', '/\\..\\'],
    ['GET', `/${'a'.repeat(9_000)}`],
  ])('every request is recorded: %s %.50s', async (method, path) => {
    const answer = await sendRaw(subject.port, `${method} ${path} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1.1 404 /)
    expect(first()).toMatchObject({ method, path })
  })

  const delivery = (body: string, ...headers: string[]) =>
    ['POST /2001/transfer/webhook HTTP/1.1', 'Host: h', 'Connection: close', ...headers, '', body].join('\r\n')
  const sized = (body: string, ...headers: string[]) => delivery(body, `Content-Length: ${body.length}`, ...headers)
  const chunked = (extension: string) => delivery(`2;${extension}\r\n{}\r\n0\r\n\r\n`, 'Transfer-Encoding: chunked')
  const padded = (bytes: number) => `{${' '.repeat(bytes - 2)}}`
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
  const { headers, extensions, json, depth, codings } = requestLimits

  /** For each limit a request within it, and one beyond. `body` and `seconds` have their own tests. */
  const requests: Readonly<Record<Exclude<keyof typeof requestLimits, 'body' | 'seconds'>, readonly [string, string]>> =
    {
      headers: [
        sized('{}', ...Array.from({ length: 4_000 }, (_, at) => `Cookie: c${at}=${'x'.repeat(40)}`)),
        sized('{}', `Cookie: ${'x'.repeat(headers.most)}`),
      ],
      extensions: [chunked('x'.repeat(1_000)), chunked('x'.repeat(2 * extensions.most))],
      json: [sized(padded(json.most)), sized(padded(json.most + 1))],
      depth: [sized(nested(depth.most)), sized(nested(depth.most + 1))],
      codings: [
        sized('{}', 'Content-Encoding: identity'),
        sized('x', `Content-Encoding: ${Array(codings.most + 1).fill('gzip')}`),
      ],
      coding: [sized('{}', 'Content-Encoding: identity'), sized('\xff', 'Content-Encoding: compress')],
    }

  test.each(Object.entries(requests))('%s: a request within the limit is recorded in full', async (_, [within]) => {
    await sendRaw(subject.port, within)
    expect(first()).toMatchObject({ kind: 'notification', json: expect.anything() })
    expect(first()?.beyond).toBeUndefined()
    expect(first()?.rawHeaders.length).toBe(2 * (within.split('\r\n\r\n')[0]?.match(/\r\n/g)?.length ?? 0))
  })

  test.each(Object.entries(requests))(
    '%s: a request beyond the limit is recorded with that limit',
    async (name, [, beyond]) => {
      await sendRaw(subject.port, beyond)
      await expect
        .poll(() => first()?.beyond)
        .toContain(Object.entries(requestLimits).find(([each]) => each === name)?.[1].beyond)
      expect(first()?.json).toBeUndefined()
      expect(await alive()).toBe(true)
    },
  )

  test('a caller that begins TLS is recorded', async () => {
    await sendRaw(subject.port, Buffer.from('16030100050100000100', 'hex'))
    expect(subject.counterpart.journal.all).toMatchObject([{ kind: 'tls', method: '', path: '' }])
  })

  test('accepts any content type or none, and a body with GET', async () => {
    const body = JSON.stringify(proofOf('o', 't'))
    const send = (method: string, header: string) =>
      sendRaw(
        subject.port,
        `${method} /2001/transfer/webhook HTTP/1.1\r\nHost: h\r\n${header}Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
      )
    for (const header of ['', 'Content-Type: ;;;\r\n', 'Content-Type: text/plain\r\n'])
      expect(await send('POST', header)).toMatch(/^HTTP\/1.1 200 [\s\S]*"txid":"t"/)
    expect(await send('GET', '')).toMatch(/^HTTP\/1.1 404 /)
    expect(subject.counterpart.journal.all.map(request => [request.kind, request.body])).toEqual([
      ...Array(3).fill(['notification', body]),
      ['other', body],
    ])
  })

  test('survives malformed HTTP', async () => {
    await sendRaw(subject.port, '\u0000\u0001 nonsense\r\n\r\n')
    await sendRaw(subject.port, `GET / HTTP/1.1\r\nHost: h\r\nX: ${'x'.repeat(requestLimits.headers.most)}\r\n\r\n`)
    expect(await alive()).toBe(true)
  })

  test('a large body is cut and answered', async () => {
    const response = await subject.fetch('/2001/transfer/webhook', post('x'.repeat(5_000_000)))
    expect(response.status).toBe(400)
    expect(first()?.body).toHaveLength(bodyBytes)
  })

  test('an endless body is cut off', async () => {
    const chunk = Buffer.alloc(1024 * 1024, 'x')
    let left = readBytes / chunk.length + 64
    const body = new ReadableStream({
      pull: controller => {
        left -= 1
        if (left < 0) controller.close()
        else controller.enqueue(chunk)
      },
    })
    await expect(
      subject.fetch('/2001/transfer/webhook', { method: 'POST', body, duplex: 'half' } as RequestInit),
    ).rejects.toThrow()
    expect(subject.counterpart.journal.all).toMatchObject([
      { kind: 'unread', beyond: expect.stringContaining(requestLimits.body.beyond) },
    ])
    expect(await alive()).toBe(true)
  })

  test('thousands of requests are all recorded', async () => {
    const lane = async (name: number) => {
      for (let i = 0; i < 40; i++) await subject.fetch('/2001/transfer/webhook', post(proofOf(`o-${name}`, `t-${i}`)))
    }
    await Promise.all(Array.from({ length: 50 }, (_, name) => lane(name)))
    expect(subject.counterpart.journal.all).toHaveLength(2_000)
    expect(subject.counterpart.journal.find(request => request.reference === 'o-7')).toHaveLength(40)
    expect(subject.counterpart.journal.all.every(request => request.responseStatus === 200)).toBe(true)
  })

  test('closes immediately, and may be closed twice', async () => {
    const { path } = subject.counterpart.trap('', { hang: true })
    const hanging = Array.from({ length: 20 }, () => subject.fetch(path).catch(() => 'cut'))
    await subject.counterpart.journal.wait(request => request.path === path, { count: 20, timeoutMs: 5_000 })
    const started = performance.now()
    await Promise.all([subject.counterpart.close(), subject.counterpart.close()])
    expect(performance.now() - started).toBeLessThan(1_000)
    expect(await Promise.all(hanging)).toEqual(Array(20).fill('cut'))
    await expect(alive()).rejects.toThrow()
  })

  test('reports a port that is taken', async () => {
    await expect(
      startCounterpart({ ...options, listen: { host: '127.0.0.1', port: subject.port } }),
    ).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })
})

const options = { identities: [], registry: {}, profile: referenceProfile }

test('an invalid public address is rejected, and nothing stays listening', async () => {
  const listen = { host: '127.0.0.1', port: 0 }
  await expect(startCounterpart({ ...options, listen, publicUrl: 'nowhere' })).rejects.toThrow(TypeError)
})

test.each([
  ['0.0.0.0', '127.0.0.1'],
  ['localhost', 'localhost'],
])('listening on %s, its base address has %s', async (host, name) => {
  const counterpart = await startCounterpart({ ...options, listen: { host, port: 0 } })
  expect(counterpart.baseUrl).toMatch(new RegExp(`^http://${name}:[0-9]+$`))
  expect((await fetch(`${counterpart.baseUrl}/registry.json`)).status).toBe(200)
  await counterpart.close()
})

test('a public address may have a prefix, which a proxy may remove', async () => {
  const { counterpart } = await overHttp('https://public.example/oc/')
  const origin = counterpart.address
  expect(counterpart.baseUrl).toBe('https://public.example/oc')
  expect(await (await fetch(`${origin}/oc/2001/metadata.json?a=b`)).json()).toMatchObject({
    config: { endpoint: 'https://public.example/oc/2001' },
  })
  expect((await fetch(`${origin}/2001/metadata.json`)).status).toBe(200)
  expect(counterpart.journal.all.map(request => request.path)).toEqual([
    '/oc/2001/metadata.json?a=b',
    '/oc/2001/metadata.json',
  ])
  const trap = counterpart.trap('x')
  expect(trap.url).toBe(`https://public.example${trap.path}`)
  expect((await fetch(origin + trap.path)).status).toBe(200)
  await counterpart.close()
})

test('behind https, every address that the counterpart gives out is https', async () => {
  const publicUrl = 'https://us.example/oc'
  const { counterpart, port } = await overHttp(publicUrl)
  const order = counterpart.publishOrder(2001, { order: { id: 'o' } })
  for (const address of [order, counterpart.trap().url, counterpart.baseUrl])
    expect(address.startsWith(publicUrl)).toBe(true)
  const request = 'GET /oc/2001/metadata.json HTTP/1.1\r\nHost: us.example\r\nConnection: close\r\n\r\n'
  expect(await sendRaw(port, request)).toContain(`"endpoint":"${publicUrl}/2001"`)
  await counterpart.close()
})
