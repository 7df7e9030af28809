import { createServer } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createHttpClient } from './http-client.ts'

const body = '{"a":1}'

/** Serves one response, written in pieces, and reads it. */
const read = async (...pieces: string[]) => {
  const server = createServer(socket => {
    socket.on('error', () => undefined)
    socket.setNoDelay(true)
    socket.once('data', async () => {
      for (const piece of pieces) await new Promise(resolve => socket.write(piece, 'latin1', resolve))
      socket.end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const client = createHttpClient({ evidence: { write: () => undefined }, timeoutMs: 20_000, concurrency: 1 })
  onTestFinished(async () => {
    await client.close()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const request = { method: 'GET' as const, origin: `http://127.0.0.1:${port}`, path: '/', headers: [] }
  const response = await client.send(request, { check: 'x', signal: new AbortController().signal })
  return { response, foldsHeaders: client.foldsHeaders }
}

const ok = 'HTTP/1.1 200 OK\r\n'
const length = `Content-Length: ${body.length}\r\n`

describe('a header that is folded over several lines', () => {
  test.each([
    ['another header', `${length}X-A: one\r\n two\r\n`, ['x-a', 'one two']],
    [
      'the content type',
      `Content-Type: application/json;\r\n\tcharset=utf-8\r\n${length}`,
      ['content-type', 'application/json; charset=utf-8'],
    ],
    ['the length', `Content-Length:\r\n ${body.length}\r\n`, ['content-length', '7']],
    ['nothing behind the fold', `Content-Length: ${body.length}\r\n \r\n`, ['content-length', '7']],
  ])('is read with blanks: %s', async (_, headers, expected) => {
    const { response, foldsHeaders } = await read(`${ok}${headers}\r\n${body}`)
    expect(response.silence).toBeUndefined()
    expect(response.text).toBe(body)
    expect(response.headers).toContainEqual(expected)
    expect(foldsHeaders).toBe(true)
  })

  test('is read when it arrives in pieces, after an informational response', async () => {
    const hints = 'HTTP/1.1 103 Early Hints\r\nLink: <a>;\r\n rel=preload\r\n\r\n'
    const { response } = await read(hints, `${ok}X-A: one\r`, '\n', ` two\r\n${length}`, `\r\n${body}`)
    expect(response.silence).toBeUndefined()
    expect(response.headers).toContainEqual(['x-a', 'one two'])
    expect(response.text).toBe(body)
  })

  test('has no meaning in a body', async () => {
    const folded = 'a\r\n b\r\n\r\nc: d\r\n e'
    const { response, foldsHeaders } = await read(`${ok}Content-Length: ${folded.length}\r\n\r\n`, folded)
    expect(response.text).toBe(folded)
    expect(foldsHeaders).toBe(false)
  })
})

describe('a head that a recipient may accept', () => {
  test.each([
    ['a blank behind each value', `Content-Length: ${body.length} \r\nX-A: b\t \r\n`],
    ['the same length twice', `${length}X-A: b\r\n${length.toLowerCase()}`],
    ['a list of the same length', `Content-Length: ${body.length}, ${body.length}\r\nX-A: b\r\n`],
  ])('is read: %s', async (_, headers) => {
    const { response, foldsHeaders } = await read(`${ok}${headers}\r\n${body}`)
    expect(response).toMatchObject({ status: 200, text: body })
    expect(response.silence).toBeUndefined()
    expect(response.headers).toContainEqual(['x-a', 'b'])
    expect(response.headers).toContainEqual(['content-length', '7'])
    expect(foldsHeaders).toBe(false)
  })

  test('is read if lines end with LF alone, and if it arrives in pieces', async () => {
    const { response } = await read('HTT', `P/1.1 200 OK\nX-A: b \nContent-Length: ${body.length}\n`, `\n${body}`)
    expect(response).toMatchObject({ status: 200, text: body })
    expect(response.headers).toContainEqual(['x-a', 'b'])
  })

  test('keeps the bytes of its values', async () => {
    const { response } = await read(`${ok}X-A: \u00c3\u00a0\r\n${length}\r\n${body}`)
    expect(response.headers).toContainEqual(['x-a', '\u00c3\u00a0'])
  })
})

describe('bytes that are not HTTP to the client', () => {
  test.each([
    ['a chunk size with blanks', `${ok}Transfer-Encoding: chunked\r\n\r\n7  \r\n${body}\r\n0\r\n\r\n`, 'chunk size'],
    ['two lengths', `${ok}Content-Length: 6\r\n${length}\r\n${body}`, 'Content-Length'],
    ['a length beside a coding', `${ok}${length}Transfer-Encoding: chunked\r\n\r\n${body}`, 'Transfer-Encoding'],
    ['a coding beside a length', `${ok}Transfer-Encoding: chunked\r\n${length}\r\n${body}`, 'Transfer-Encoding'],
    ['its own status line', `HTTP/1.1  200 OK\r\n${length}\r\n${body}`, 'status'],
    ['another protocol', 'SSH-2.0-server\r\n', 'Expected HTTP/'],
  ])('is unread, with the reason: %s', async (_, bytes, reason) => {
    const { response } = await read(bytes)
    expect(response.silence).toEqual({ kind: 'unread', message: expect.stringContaining(reason) })
  })

  const close = 'Connection: close\r\n'
  test.each([
    ['in the body', `${ok}Content-Length: 8\r\n\r\n${body}`],
    ['in the body of a closed connection', `${ok}${close}Content-Length: 8\r\n\r\n${body}`],
    ['in a chunk', `${ok}Transfer-Encoding: chunked\r\n\r\n8\r\n${body}`],
    ['in a chunk of a closed connection', `${ok}${close}Transfer-Encoding: chunked\r\n\r\n8\r\n${body}`],
    ['in the head', `${ok}X-A: b\r\n`],
    ['in one piece', ''],
  ])('is broken if it ends early: %s', async (_, bytes) => {
    const { response } = await read(bytes)
    expect(response.silence?.kind).toBe('broken')
  })
})
