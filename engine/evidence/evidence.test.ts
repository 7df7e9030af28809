import { mkdtemp, readFile, rm } from 'node:fs/promises'
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

test('whoever writes faster than the disk waits until there is room', async () => {
  const evidence = openEvidence(join(folder, 'much.ndjson'), [])
  // More than may wait, so that the next one has to, however fast the disk is.
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

test('a file that cannot be written is an error at the end, and nobody waits for it', async () => {
  const evidence = openEvidence(join(folder, 'missing', 'file.ndjson'), [])
  for (let count = 0; count < 20; count++) {
    await evidence.write(exchange(String(count), 'x'.repeat(400_000)))
    await new Promise(setImmediate)
  }
  await expect(evidence.close()).rejects.toThrow('ENOENT')
})
