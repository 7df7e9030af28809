import { expect, test } from 'vitest'
import { readBody } from '../../harness/http/response.ts'
import { pageText, sendsUtf8 } from './page-text.ts'

const textOf = (bytes: Uint8Array, contentType = 'text/html') =>
  pageText({ headers: [['Content-Type', contentType]], bytes, text: readBody(bytes).text })

const utf16 = (text: string) => Buffer.from(text, 'utf16le')

test.each([
  ['UTF-8', Buffer.from('<p>Žluťoučký'), undefined],
  ['UTF-8 that is said to be Latin-1', Buffer.from('<p>Žluťoučký'), 'text/html; charset=iso-8859-1'],
  ['UTF-16 with a byte-order mark', utf16('\uFEFF<p>Žluťoučký'), undefined],
  ['UTF-16 by its header', utf16('<p>Žluťoučký'), 'text/html; charset="UTF-16LE"'],
  ['UTF-16, big-endian', utf16('\uFEFF<p>Žluťoučký').swap16(), 'text/html; charset=utf-8'],
])('reads a page in %s', (_, bytes, contentType) => {
  expect(textOf(bytes, contentType)).toBe('<p>Žluťoučký')
})

test('reads a page in the encoding that its markup names', () => {
  const page = '<meta charset="windows-1250"><p>\u008e'
  expect(textOf(Buffer.from(page, 'latin1'))).toContain('<p>Ž')
})

test('reads a page without a known encoding as Latin-1', () => {
  expect(textOf(Buffer.from('<p>é', 'latin1'), 'text/html; charset=klingon')).toBe('<p>é')
  expect(textOf(Buffer.from('<p>é', 'latin1'))).toBe('<p>é')
})

test.each([
  ['<p>é', 'latin1', 'text/html', false],
  ['<p>&eacute;', 'latin1', 'text/html; charset=iso-8859-1', false],
  ['<meta charset=windows-1250><p>&eacute;', 'latin1', 'text/html', false],
  ['<p>é', 'utf8', 'text/html; charset=iso-8859-1', true],
  ['<p>&eacute;', 'utf8', 'text/html; charset=UTF-8', true],
] as const)('knows what the forms of a page send: %s in %s, %s', (html, encoding, contentType, isUtf8) => {
  const bytes = Buffer.from(html, encoding)
  expect(sendsUtf8({ headers: [['content-type', contentType]], bytes, text: readBody(bytes).text })).toBe(isUtf8)
})
