import { describe, expect, test } from 'vitest'
import { findLeak } from './leaks.ts'

describe('findLeak', () => {
  test.each([
    ['a stack trace', JSON.stringify({ error: { details: { stack: new Error('x').stack } } })],
    ['a stack trace', 'TypeError: x\n    at handle (/srv/gateway/src/handler.js:12:5)'],
    ['a stack trace of Python', '{"message":"Traceback (most recent call last):\\n  File \\"app.py\\", line 3"}'],
    ['a stack trace of Java or .NET', 'at com.example.Gateway.handle(Gateway.java:42)'],
    ['a stack trace of Go, Ruby, PHP or Rust', 'goroutine 12 [running]:'],
    ['a file path', '{"message":"ENOENT: no such file, open \'/home/gateway/keys.json\'"}'],
    ['a file path', '{"message":"C:\\\\gateway\\\\keys"}'],
    ['SQL', '{"message":"SELECT * FROM accounts WHERE id = $1"}'],
    ['SQL', 'duplicate key value violates unique constraint'],
    ['a private key', '{"details":{"privateKey":"…"}}'],
    ['an address of a database', 'connect ECONNREFUSED 127.0.0.1:5432'],
  ])('finds %s', (_name, text) => {
    expect(findLeak(text)).toBeDefined()
  })

  test.each([
    '{"error":{"code":"INVALID_REQUEST","message":"The body does not have the documented shape.","details":{"violations":[{"path":"/order/items/0/price","message":"must match ^(0|[1-9][0-9]*)(\\\\.[0-9]+)?$, such as \\"12.34\\""}]}}}',
    '{"error":{"message":"Route POST:/orders/checkout not found at 12:30:05"}}',
    '{"error":{"message":"Select a currency from the list at https://gateway.example/docs/errors:1"}}',
    '{"error":{"message":"Unexpected token } in JSON at position 12"}}',
    '{"error":{"message":"Update the order set in your request"}}',
    '<html><body>404 Not Found</body></html>',
  ])('finds nothing in %s', text => {
    expect(findLeak(text)).toBeUndefined()
  })

  test('the path of the request is not internal, but any other is', () => {
    const url = 'https://kyc.example/app/kyc/grant/7001?grants=name'
    expect(findLeak('{"path":"/app/kyc/grant/7001"}', url)).toBeUndefined()
    expect(findLeak('{"message":"No /app/kyc/grant/7001?grants=name here"}', url)).toBeUndefined()
    expect(findLeak('{"path":"/app/kyc/handler.rb"}', url)).toBeDefined()
  })

  test('is fast on hostile text', () => {
    const began = performance.now()
    findLeak(`at ${'a'.repeat(100_000)}${' '.repeat(100_000)}`)
    findLeak('SELECT '.repeat(50_000))
    findLeak(`\n${' '.repeat(100_000)}at x`)
    expect(performance.now() - began).toBeLessThan(500)
  })
})
