import { describe, expect, test } from 'vitest'
import type { CheckContext } from '../../../../harness/context.ts'
import type { RecordedRequest } from '../../../../harness/counterpart.ts'
import { jsonIn } from '../../../../protocol/json/json.ts'
import { isAboutTransaction, isNamedIn, isOfRun } from './notifications.ts'

test.each([
  ['{"reference":"order-1f2e-12"}', true],
  ['order-1f2e-12', true],
  ['{"a":"order-1f2e-120","b":"order-1f2e-12"}', true],
  ['order-1f2e-12-late', true],
  ['{"reference":"order-1f2e-120"}', false],
  ['order-1f2e-1', false],
  ['', false],
])('order-1f2e-12 in %s: %s', (text, isNamed) => {
  expect(isNamedIn(text, 'order-1f2e-12')).toBe(isNamed)
})

test.each([
  ['as it is', '{"txid":"a/b&c"}', true],
  ['with escapes that JSON does not require', String.raw`{"txid":"a\/b\u0026c"}`, true],
  ['of another transaction', String.raw`{"txid":"a\/b\u0026d"}`, false],
  ['in no JSON', String.raw`a\/b\u0026c`, false],
])('a txid %s: %s', (_, body, isAbout) => {
  const request = { kind: 'notification', path: '/', body, json: jsonIn(body) } as RecordedRequest
  expect(isAboutTransaction(['a/b&c'])(request)).toBe(isAbout)
})

describe('a request at the webhook', () => {
  const run = { mark: '01ab23cd', seen: { hasResult: (text: string) => text === 'tx-of-the-target' } }
  const isOwn = (request: Partial<RecordedRequest>) =>
    isOfRun({ run } as unknown as CheckContext, { path: '/', body: '', ...request } as RecordedRequest)

  test('belongs to the run if it contains one of its references, in any case', () => {
    expect(isOwn({ body: '{"proof":{"to":{"reference":"ORDER-01AB23CD-7"}}}' })).toBe(true)
  })

  test('belongs to the run if it contains a txid of the target', () => {
    expect(isOwn({ txid: 'tx-of-the-target' })).toBe(true)
  })

  test('comes from a stranger otherwise', () => {
    expect(isOwn({ body: '{"proof":{"txid":"t1"}}', txid: 't1' })).toBe(false)
  })
})
