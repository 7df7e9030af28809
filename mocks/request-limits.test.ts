import { once } from 'node:events'
import { connect } from 'node:net'
import { HttpResponse, http } from 'msw'
import { expect, onTestFinished, test } from 'vitest'
import { requestLimits } from '../harness/http/limits.ts'
import { overHttp, post } from './counterpart.test.fixture.ts'
import { serveHandlers } from './http.ts'
import { createLosses } from './losses.ts'

const { body, seconds } = requestLimits

/** The record in the journal of a notification with a body of this many bytes, and whether it was answered. */
const delivered = async (bytes: number) => {
  const { counterpart, fetch } = await overHttp()
  onTestFinished(() => counterpart.close())
  const isAnswered = await fetch('/2001/transfer/webhook', post('x'.repeat(bytes))).then(
    ({ status }) => status === 400,
    () => false,
  )
  return { isAnswered, beyond: counterpart.journal.all.map(request => request.beyond ?? '') }
}

test('a body at the limit is answered, and one a byte longer is recorded with the limit', {
  timeout: 60_000,
}, async () => {
  const within = await delivered(body.most)
  expect(within).toEqual({ isAnswered: true, beyond: [expect.not.stringContaining(body.beyond)] })
  expect(await delivered(body.most + 1)).toEqual({ isAnswered: false, beyond: [expect.stringContaining(body.beyond)] })
})

/** Serves with a limit of the time that a request may take; `unread`: the limits that were exceeded, `read`: the paths that were read. */
const serveWithin = async (requestMs: number) => {
  const [unread, read]: [string[], string[]] = [[], []]
  const { address, close } = await serveHandlers({ host: '127.0.0.1', port: 0, requestMs }, baseUrl => ({
    baseUrl,
    handlers: [
      http.all(/.*/, ({ request }) => {
        read.push(new URL(request.url).pathname)
        return new HttpResponse(null, { status: 204 })
      }),
    ],
    onTls: () => undefined,
    onUnread: beyond => unread.push(beyond),
    losses: createLosses(),
  }))
  onTestFinished(close)
  /** Sends the head of a request; its body of one byte is still missing. */
  const begin = async (path: string) => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    socket.write(`POST ${path} HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\n`)
    return socket
  }
  return { begin, unread, read }
}

test('a request that arrives within its time is read, and one that does not is recorded with the limit', async () => {
  const { begin, unread, read } = await serveWithin(2_000)
  const late = await begin('/late')
  const began = performance.now()
  const intime = await begin('/in-time')
  await expect.poll(() => performance.now() - began, { timeout: 10_000 }).toBeGreaterThan(1_000)
  intime.write('x')
  await expect.poll(() => read, { timeout: 10_000 }).toEqual(['/in-time'])
  expect(unread).toEqual([])
  await expect.poll(() => unread, { timeout: 10_000 }).toEqual([expect.stringContaining(seconds.beyond)])
  late.write('x')
  expect(read).toEqual(['/in-time'])
})
