import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { overHttp, post, proofOf, sendRaw } from './counterpart.test.fixture.ts'

let subject: Awaited<ReturnType<typeof overHttp>>
const sockets: Socket[] = []

beforeEach(async () => {
  subject = await overHttp()
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await subject.counterpart.close()
})

/** Opens connections that send only the beginning of a request. */
const open = async (count: number, beginning = ''): Promise<void> => {
  const connected = Array.from({ length: count }, () => {
    const socket = connect(subject.port, '127.0.0.1')
    sockets.push(socket.on('error', () => undefined))
    socket.on('connect', () => beginning !== '' && socket.write(beginning))
    return new Promise<void>(resolve => socket.once('connect', resolve).once('close', () => resolve()))
  })
  await Promise.all(connected)
}

const isOpen = (socket: Socket) => !socket.destroyed && !socket.readableEnded
const stillOpen = () => sockets.filter(isOpen).length
const deliver = (name: string) => subject.fetch('/2001/transfer/webhook', post(proofOf(name, name)))

describe('strangers', () => {
  test.each([
    ['5,000 that send nothing', ''],
    ['5,000 that send their headers slowly', 'GET /registry.json HTTP/1.1\r\nHost: h\r\nX-Slow: '],
    ['5,000 whose body never ends', 'POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\n{'],
  ])('keep no notification away: %s connections', async (_what, beginning) => {
    for (let at = 0; at < 5; at++) await open(1_000, beginning)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => deliver(`o-${at}`)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(subject.counterpart.journal.find(({ kind }) => kind === 'notification')).toHaveLength(20)
    await vi.waitFor(() => expect(stillOpen()).toBeLessThanOrEqual(2_048), { timeout: 30_000 })
  })

  test('that use up the connections are noted as a loss, which says when and what to do', async () => {
    const before = performance.now()
    await open(2_200)
    await deliver('o')
    await vi.waitFor(() => expect(stillOpen()).toBeLessThanOrEqual(2_048), { timeout: 30_000 })
    const { journal } = subject.counterpart
    expect(journal.lossSince(before)).toMatch(
      /^the counterpart may have lost requests of the target from [\d:]{8} to [\d:]{8} UTC: a connection was closed to make room for others \(\d+ times\); make the counterpart reachable for the target only/,
    )
    expect(journal.lossSince(performance.now() + 1)).toBeUndefined()
  })

  test('have a share of the journal, and cannot exceed it', async () => {
    await deliver('first')
    const { journal } = subject.counterpart
    for (let at = 0; at < 40; at++)
      await Promise.all(Array.from({ length: 100 }, () => subject.fetch('/nothing/here', post('x'.repeat(500)))))
    await deliver('last')
    expect(journal.find(({ reference }) => reference !== undefined).map(({ reference }) => reference)).toEqual([
      'first',
      'last',
    ])
    expect(journal.all.length).toBeLessThan(3_200)
    expect(journal.count).toBe(journal.all.length)
    expect(journal.lossSince(0)).toBeUndefined()
  })
})

test('silent connections are closed before one that has delivered', async () => {
  await open(1, 'GET /registry.json HTTP/1.1\r\nHost: h\r\n\r\n')
  await new Promise(resolve => sockets[0]?.once('data', resolve))
  await open(2_300)
  await vi.waitFor(() => expect(stillOpen()).toBeLessThanOrEqual(2_048), { timeout: 30_000 })
  expect(sockets[0] && isOpen(sockets[0])).toBe(true)
})

test('requests in a row on one connection are all answered', async () => {
  const one = 'GET /registry.json HTTP/1.1\r\nHost: h\r\n\r\n'
  const answers = await sendRaw(
    subject.port,
    one.repeat(200) + one.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'),
  )
  expect(answers.match(/HTTP\/1\.1 200/g)).toHaveLength(201)
  expect(subject.counterpart.journal.lossSince(0)).toBeUndefined()
})

test('60 KB of headers are read', async () => {
  const answer = await sendRaw(
    subject.port,
    `GET /registry.json HTTP/1.1\r\nHost: h\r\nConnection: close\r\nX: ${'x'.repeat(60_000)}\r\n\r\n`,
  )
  expect(answer).toMatch(/^HTTP\/1.1 200 /)
})
