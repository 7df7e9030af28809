import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isObject } from '../../protocol/json/json.ts'
import { actors } from '../gateway/actors.test.support.ts'
import { fixture } from '../gateway/fixture.test.support.ts'

const on = fixture()
let port = 0

beforeAll(async () => {
  port = Number(new URL(await on.server.listen({ host: '127.0.0.1', port: 0 })).port)
})

afterAll(() => on.server.close())

/** The response to bytes on a fresh connection. */
const raw = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.setEncoding('utf8').on('data', chunk => {
      answer += chunk
    })
    socket.on('close', () => resolve(answer)).on('error', reject)
  })

const refusalOf = (answer: string) => {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  const { error } = JSON.parse(body)
  expect(head.toLowerCase()).toContain('content-type: application/json; charset=utf-8')
  expect(isObject(error) && [error.code, error.message, error.details].map(value => typeof value)).toEqual([
    'string',
    'string',
    'object',
  ])
  return Number(head.split(' ')[1])
}

const request = (line: string, more = ''): string =>
  `${line} HTTP/1.1\r\nHost: gateway.example\r\nConnection: close\r\n${more}\r\n`

test.each([
  ['an unknown path', request('GET /nothing'), 404],
  ['another method', request('DELETE /orders/checkout'), 404],
  ['a bad escape', request('GET /verify/%zz'), 400],
  ['a bad escape elsewhere', request('GET /checkout/%ff'), 400],
  ['NUL', request('GET /verify/%00'), 404],
  ['slashes and dots', request('GET /verify/..%2f..%2f/../../etc/passwd'), 404],
  ['no txid', request('GET /verify/'), 404],
  ['__proto__', request('GET /verify/__proto__'), 404],
  ['a txid of 15 kB', request(`GET /verify/${'a'.repeat(15_000)}`), 404],
  ['a txid of 100 kB', request(`GET /verify/${'a'.repeat(100_000)}`), 431],
  ['large headers', request('GET /metadata.json', `X-Large: ${'a'.repeat(100_000)}\r\n`), 431],
  ['no HTTP', 'hello\r\n\r\n', 400],
  ['an unknown method', request('BREW /coffee'), 400],
  ['a bad content length', request('POST /payment/create', 'Content-Length: two\r\n'), 400],
  [
    'another content type',
    `${request('POST /payment/create', 'Content-Type: text/plain\r\nContent-Length: 1\r\n')}x`,
    415,
  ],
  ['no body', request('POST /payment/create', 'Content-Length: 0\r\n'), 401],
  [
    'too long a body',
    request('POST /payment/create', 'Content-Type: application/json\r\nContent-Length: 1048577\r\n'),
    413,
  ],
])('%s is refused in JSON', async (_what, text, status) => {
  expect(refusalOf(await raw(text))).toBe(status)
})

test.each([
  ['not UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
  ['nothing', ''],
  ['no JSON', '{'],
  ['no object', '[]'],
  ['a repeated name', '{"to":2001,"to":2001,"amount":"1.00","currency":"USD"}'],
  ['a lone surrogate', '{"to":2001,"amount":"1.00","currency":"USD","memo":"\\ud800"}'],
  ['a number beyond a double', '{"to":9007199254740993,"amount":"1.00","currency":"USD"}'],
  ['deep nesting', `{"to":2001,"amount":"1.00","currency":"USD","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
])('a signed body with %s is refused with 400 INVALID_REQUEST', async (_what, body) => {
  const text = body as string
  const headers = on.headersFor(actors.app, '/payment/create', text)
  const response = await on.server.inject({
    method: 'POST',
    url: '/payment/create',
    payload: body,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  })
  expect([response.statusCode, response.json().error.code]).toEqual([400, 'INVALID_REQUEST'])
})

test('members such as __proto__ are ordinary members', async () => {
  const body = '{"to":2001,"amount":"1.00","currency":"USD","__proto__":{"status":"completed"},"constructor":1}'
  const { status } = await on.send('/payment/create', body, on.headersFor(actors.app, '/payment/create', body))
  expect(status).toBe(200)
})

test('a bug reveals nothing about itself', async () => {
  const bugs: unknown[] = []
  const broken = fixture({
    policies: {
      describeTransaction: () => {
        throw new Error('secret at /path')
      },
      paymentStatus: () => 'completed',
    },
    ports: { reportBug: bug => bugs.push(bug) },
  })
  const { body } = await broken.call(actors.app, '/payment/create', {
    to: actors.merchant,
    amount: '1',
    currency: 'USD',
  })
  const answer = await broken.get(`/verify/${body.txid}`)
  expect(answer).toEqual({
    status: 500,
    body: { error: { code: 'INTERNAL_ERROR', message: 'Something went wrong.', details: {} } },
  })
  expect(bugs.length).toBe(1)
})
