import { once } from 'node:events'
import { connect } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { overHttp, proofOf, sendRaw } from './counterpart.test.fixture.ts'

describe('a request of a client that writes HTTP in its own way', () => {
  let subject: Awaited<ReturnType<typeof overHttp>>
  beforeEach(async () => {
    subject = await overHttp()
  })
  afterEach(() => subject.counterpart.close())

  const recorded = () => subject.counterpart.journal.all
  const delivery = (body: string, ...headers: string[]) =>
    ['POST /2001/transfer/webhook HTTP/1.1', 'Host: h', 'Connection: close', ...headers, '', body].join('\r\n')
  const sized = (body: string, ...headers: string[]) => delivery(body, `Content-Length: ${body.length}`, ...headers)

  test.each([
    ['no HTTP', 'neither TLS nor HTTP\r\n\r\n'],
    ['a chunk size with blanks', delivery('2  \r\n{}\r\n0\r\n\r\n', 'Transfer-Encoding: chunked')],
    ['two lengths', sized('{}', 'Content-Length: 2')],
    ['a folded header', sized('{}', 'X-A: b\r\n c')],
    ['LF alone', sized('{}').replaceAll('\r\n', '\n')],
  ])('is recorded as unread where the parser refuses it: %s', async (_, request) => {
    await sendRaw(subject.port, request)
    await expect
      .poll(recorded)
      .toContainEqual(expect.objectContaining({ kind: 'unread', beyond: expect.stringContaining('RFC 9112') }))
  })

  test('is not recorded where it ends early: its caller left', async () => {
    const [head = ''] = sized('{}').split('{}')
    const socket = connect(subject.port, '127.0.0.1', () => socket.end(head))
    await once(socket.resume(), 'close')
    expect(recorded()).toEqual([])
  })

  test('is the form of a path if it has an absolute address of the counterpart', async () => {
    const target = `http://127.0.0.1:${subject.port}/2001/transfer/webhook?a=b%2F`
    const answer = await sendRaw(subject.port, sized('{}').replace('/2001/transfer/webhook', target))
    expect(answer).toMatch(/^HTTP\/1.1 400 /)
    expect(recorded()[0]).toMatchObject({ kind: 'notification', path: '/2001/transfer/webhook?a=b%2F', ocid: 2001 })
  })

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('is read where its body is in %s', async (coding, compress) => {
    const text = JSON.stringify(proofOf('o', 't'))
    const send = (body: Buffer) =>
      subject.fetch('/2001/transfer/webhook', { method: 'POST', headers: { 'content-encoding': coding }, body })
    const response = await send(compress(text))
    expect(await response.json()).toEqual({ status: 'accepted', txid: 't' })
    expect(recorded()[0]).toMatchObject({ body: text, json: JSON.parse(text) })
    await send(Buffer.from('damaged'))
    expect(recorded()[1]).toMatchObject({ body: 'damaged' })
  })
})
