import { describe, expect, test } from 'vitest'
import { redactorOf } from '../harness/redaction.ts'
import { bytesOf, type Exchange, redact } from './exchange.ts'

const secret = 'a1'.repeat(32)

const exchange: Exchange = {
  id: '1',
  check: 'a/b',
  direction: 'sent',
  at: '2026-01-01T00:00:00.000Z',
  ms: 3,
  request: {
    method: 'POST',
    url: `http://127.0.0.1:4010/x?key=${secret}`,
    headers: [
      ['Cookie', 'session=1'],
      ['AUTHORIZATION', 'Bearer t'],
      ['X-Note', `it is ${secret.toUpperCase()}`],
    ],
    body: `{"key":"${secret}"}`,
    bodyBytes: 74,
  },
  response: {
    status: 200,
    headers: [
      ['set-cookie', 'session=2'],
      ['proxy-authorization', 'Basic x'],
      ['content-type', 'text/plain'],
    ],
    body: `base64:${Buffer.from([0xff, ...Buffer.from(secret), 0xfe]).toString('base64')}`,
    bodyBytes: 66,
  },
  error: `cut off at ${secret}`,
  signed: [
    {
      what: 'x',
      canonical: `{"k":"${secret}"}`,
      hash: '00',
      signature: '11',
      publicKey: '22',
      diagnosis: `with ${secret}`,
    },
  ],
}

describe('redact', () => {
  const clean = redact(exchange, redactorOf([secret]))

  test('leaves no private key anywhere, in upper or lower case, nor in bytes that are not text', () => {
    expect(JSON.stringify(clean).toLowerCase()).not.toContain(secret)
    expect(Buffer.from(bytesOf(clean.response ?? { bodyBytes: 0 })).toString('latin1')).toBe('\xff[private key]\xfe')
    expect(clean.request.body).toBe('{"key":"[private key]"}')
  })

  test('leaves no credential in a header, and every other header unchanged', () => {
    expect(clean.request.headers.slice(0, 2)).toEqual([
      ['Cookie', '[redacted]'],
      ['AUTHORIZATION', '[redacted]'],
    ])
    expect(clean.response?.headers).toEqual([
      ['set-cookie', '[redacted]'],
      ['proxy-authorization', '[redacted]'],
      ['content-type', 'text/plain'],
    ])
  })

  test('leaves the rest, and the exchange itself, unchanged', () => {
    const before = structuredClone(exchange)
    expect(redact(exchange, redactorOf(['not a key', '.*'])).request.body).toBe(exchange.request.body)
    expect(exchange).toEqual(before)
    expect(clean).toMatchObject({ id: '1', check: 'a/b', at: exchange.at, ms: 3 })
  })
})
