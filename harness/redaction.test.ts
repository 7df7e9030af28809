import { expect, test } from 'vitest'
import { redactIn, redactorOf } from './redaction.ts'

const secret = 'pä ss&"w/rd\'1'

test('any character may be in a secret', () => {
  const strange = '-+*?.[](){}|^$\\/%20 #=~`'
  expect(redactorOf([strange])(`a ${strange} b`)).toBe('a [secret] b')
})

test.each([
  ['as it is', secret],
  ['in a form', new URLSearchParams({ password: secret }).toString()],
  ['in an address', `/login?password=${encodeURIComponent(secret)}`],
  ['in an address, in lower case', encodeURIComponent(secret).replace(/%../g, code => code.toLowerCase())],
  ['in markup', '<input value="pä ss&amp;&quot;w/rd&#39;1">'],
  ['in JSON', JSON.stringify({ password: secret })],
  ['in bytes', Buffer.from(secret).toString('latin1')],
])('a secret is removed %s', (_how, text) => {
  const shown = redactorOf([secret])(text)
  expect(shown).toContain('[secret]')
  expect(shown).not.toMatch(/p(?:ä|%c3%a4|Ã¤)/i)
})

test('a short secret is removed as a whole word', () => {
  const redact = redactorOf(['123'])
  expect(redact('cvc=123&amount=123')).toBe('cvc=[secret]&amount=[secret]')
  expect(redact('timestamp 1712345')).toBe('timestamp 1712345')
})

test('every text in a value is searched', () => {
  const value = { message: `typed ${secret}`, list: [secret, 1, null], more: { actual: 'nothing' } }
  expect(redactIn(value, redactorOf([secret]))).toEqual({
    message: 'typed [secret]',
    list: ['[secret]', 1, null],
    more: { actual: 'nothing' },
  })
  expect(redactorOf(['', 'a.c'])('abc')).toBe('abc')
})
