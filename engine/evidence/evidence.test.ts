import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Exchange } from '../../harness/http/exchange.ts'
import { openEvidence, readEvidence } from './evidence.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'evidence-'))
})
afterAll(() => rm(folder, { recursive: true }))

const exchange = (id: string, body = ''): Exchange => ({
  id,
  check: 'check',
  direction: 'sent',
  at: '2026-01-01T00:00:00.000Z',
  ms: 1,
  request: {
    method: 'POST',
    url: 'http://target.example/',
    headers: [['cookie', 'a=b']],
    body,
    bodyBytes: body.length,
  },
})

test('each exchange is one line, in order, without secrets', async () => {
  const file = join(folder, 'lines.ndjson')
  const evidence = openEvidence(file, ['a secret of some length'])
  evidence.write(exchange('1', 'has a secret of some length'))
  await new Promise(setImmediate)
  evidence.write(exchange('2', 'ends \u2028 a line'))
  await evidence.close()
  const lines = (await readFile(file, 'utf8')).split('\n')
  expect(lines.length).toBe(3)
  expect(lines[1]).toContain('ends \\u2028 a line')
  const read = await readEvidence(file, new Set(['1']))
  expect(read.requests).toBe(2)
  expect(read.exchanges.map(({ request }) => [request.body, request.headers])).toEqual([
    ['has [secret]', [['cookie', '[redacted]']]],
  ])
})

/** Writes many exchanges, and returns the size of the file and its content when read back. */
const sizeAfter = async (name: string, count: number, each: (at: number) => Exchange, isUnasked = false) => {
  const file = join(folder, name)
  const evidence = openEvidence(file, [])
  for (let at = 0; at < count; at++) await evidence.write(each(at), isUnasked)
  await evidence.close()
  const read = await readEvidence(file, { has: id => id === '0' || id === String(count - 1) })
  return { size: (await stat(file)).size, ...read }
}

const mebibyte = 1_048_576

test('60 KB of headers in each response do not exceed the size of all evidence', async () => {
  const headers = Array.from({ length: 60 }, (_, at): [string, string] => [`x-${at}`, 'x'.repeat(1_000)])
  const response = { status: 200, headers, bodyBytes: 0 }
  const many = await sizeAfter('headers.ndjson', 10_000, at => ({ ...exchange(String(at)), response }))
  expect(many.size).toBeLessThanOrEqual(128 * mebibyte)
  expect(many.requests).toBe(10_000)
  expect(many.omitted).toEqual({ sent: expect.any(Number), received: 0 })
  expect(many.exchanges[0]?.response?.headers).toHaveLength(60)
})

test('canonical texts count as well', async () => {
  const signed = [{ what: 'a', canonical: 'x'.repeat(mebibyte), hash: '', signature: '', publicKey: '' }]
  const many = await sizeAfter('signed.ndjson', 150, at => ({ ...exchange(String(at)), signed }))
  expect(many.size).toBeLessThanOrEqual(128 * mebibyte)
  expect(many).toMatchObject({ requests: 150 })
})

test('exchanges that belong to no check have their own share', async () => {
  const received = (at: number): Exchange => ({ ...exchange(String(at), 'x'.repeat(6_000)), direction: 'received' })
  const many = await sizeAfter('strangers.ndjson', 6_001, received, true)
  expect(many.size).toBeLessThanOrEqual(16 * mebibyte)
  expect(many.requests).toBe(0)
  expect(many.exchanges.map(({ request }) => request.body?.length)).toEqual([6_000, undefined])
})

test('a writer that is faster than the disk waits until there is room', async () => {
  const evidence = openEvidence(join(folder, 'much.ndjson'), [])
  // More than the queue holds, so that the next writer must wait, however fast the disk is.
  const body = 'x'.repeat(1_200_000)
  let waited = 0
  for (let count = 0; count < 20; count++) {
    const room = evidence.write(exchange(String(count), body))
    if (room) waited += 1
    await room
    await new Promise(setImmediate)
  }
  await evidence.close()
  expect(waited).toBeGreaterThan(0)
  expect((await readEvidence(join(folder, 'much.ndjson'), new Set())).requests).toBe(20)
})

test('a file that cannot be opened is an error immediately', () => {
  expect(() => openEvidence(join(folder, 'missing', 'file.ndjson'), [])).toThrow('ENOENT')
})

test.runIf(existsSync('/dev/full'))('a file that cannot be written is an error at the end', async () => {
  const evidence = openEvidence('/dev/full', [])
  for (let count = 0; count < 20; count++) {
    await evidence.write(exchange(String(count), 'x'.repeat(400_000)))
    await new Promise(setImmediate)
  }
  await expect(evidence.close()).rejects.toThrow('ENOSPC')
})
