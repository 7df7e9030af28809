import { expect, test } from 'vitest'
import { Unanswered } from '../outcome.ts'
import { unlessInFront, unlessRepeated, withSender } from './in-front.ts'
import type { HttpResponse } from './response.ts'

const responseWith = (status: number, text: string, headers: [string, string][] = [['content-type', 'text/html']]) =>
  ({ status, text, headers, json: undefined }) as unknown as HttpResponse

const usual = { ...responseWith(200, '{}', [['x-request-id', '1']]), json: {} }
const plain = { ...responseWith(200, '{}', []), json: {} }

const senderOf = (response: HttpResponse, metadata: HttpResponse = plain) => withSender(response, metadata).inFront

test.for([
  [
    'nginx',
    '<html>\r\n<head><title>403 Forbidden</title></head>\r\n<body>\r\n<center><h1>403 Forbidden</h1></center>\r\n<hr><center>nginx/1.22.1</center>',
  ],
  [
    'Apache',
    '<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">\n<html><head>\n<title>403 Forbidden</title>\n</head><body>',
  ],
  ['HAProxy', '<html><body><h1>403 Forbidden</h1>\nRequest forbidden by administrative rules.\n</body></html>\n'],
  ['a load balancer', '<html>\n<body>\n<center><h1>403 Forbidden</h1></center>\n</body>\n</html>'],
] as const)('a page of %s is not of the target', ([name, text]) => {
  expect(senderOf(responseWith(403, text))).toBe(name)
  expect(() => unlessInFront(withSender(responseWith(403, text), plain), 'a call')).toThrow(
    `${name} in front of the target`,
  )
})

test('JSON with the header of API Gateway is not of the target, unless it names the error', () => {
  const forbidden = responseWith(403, '{"message":"Forbidden"}', [['x-amzn-errortype', 'ForbiddenException']])
  expect(senderOf({ ...forbidden, json: { message: 'Forbidden' } })).toBe('AWS API Gateway')
  expect(senderOf({ ...forbidden, json: { error: { code: 'UNAUTHORIZED', message: 'No.' } } })).toBeUndefined()
})

test("a page without the id header of the target's responses is not the target's", () => {
  expect(senderOf(responseWith(404, '<h1>Oops</h1>'), usual)).toBe('another server')
  expect(
    senderOf(responseWith(404, '<h1>Oops</h1>', [...usual.headers, ['content-type', 'text/html']]), usual),
  ).toBeUndefined()
})

test("an uninformative page, JSON, and an empty response are the target's", () => {
  expect(senderOf(responseWith(404, '<h1>Oops</h1>'))).toBeUndefined()
  expect(senderOf({ ...responseWith(404, '{}'), json: {} }, usual)).toBeUndefined()
  expect(senderOf(responseWith(404, ''), usual)).toBeUndefined()
  expect(senderOf(responseWith(404, '404 page not found', [['content-type', 'text/plain']]), usual)).toBeUndefined()
  expect(senderOf(responseWith(500, '<h1>Oops</h1>'), usual)).toBeUndefined()
  expect(senderOf(responseWith(400, '<html><body><h1>400 Bad Request</h1>\nno order</body></html>'))).toBeUndefined()
  const refusal = responseWith(404, '')
  expect(unlessInFront(refusal, 'a call')).toBe(refusal)
})

test.each([408, 425, 460, 499, 502, 504, 520, 530, 561])(
  '%i is not from the target, regardless of its content, unless it names the error',
  status => {
    const json = responseWith(status, '{"message":"Endpoint request timed out"}', [
      ['content-type', 'application/json'],
    ])
    expect(senderOf({ ...json, json: { message: 'Endpoint request timed out' } })).toBe('another server')
    expect(senderOf(responseWith(status, '', []))).toBe('another server')
    expect(senderOf({ ...json, json: { error: { code: 'BANK_DOWN', message: 'No answer.' } } })).toBeUndefined()
  },
)

test('NONCE_REUSED for a fresh nonce means that something in front has sent the request again', () => {
  const refusal = (code: string) => ({ ...responseWith(401, ''), json: { error: { code, message: 'No.' } } })
  expect(() => unlessInFront(unlessRepeated(refusal('NONCE_REUSED')), 'a call')).toThrow(Unanswered)
  const other = refusal('INVALID_SIGNATURE')
  expect(unlessInFront(unlessRepeated(other), 'a call')).toBe(other)
})
