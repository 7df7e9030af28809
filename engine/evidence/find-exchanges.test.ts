import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Exchange } from '../../harness/http/exchange.ts'
import { oneLine, readEvidence } from './evidence.ts'
import { findExchanges } from './find-exchanges.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oc-find-'))
})
afterAll(() => rm(folder, { recursive: true }))

const exchange = (id: string, body: string): Exchange => ({
  id,
  check: 'a/b',
  direction: 'sent',
  at: '2026-01-01T00:00:00.000Z',
  ms: 1,
  request: { method: 'POST', url: 'http://a.example/', headers: [], body, bodyBytes: body.length },
})

test('an exchange is read on demand, regardless of the characters before it', async () => {
  const file = join(folder, 'exchanges.ndjson')
  const all = ['plain', 'é, ☃ and 𝄞', 'a line\u2028ends', 'a lone \ud800', '', 'x'.repeat(100_000), 'last'].map(
    (body, index) => exchange(String(index), body),
  )
  await writeFile(file, all.map(one => `${oneLine(one)}\n`).join(''))
  const seen: string[] = []
  const found = await findExchanges(file, new Set(['2', '5', '6', 'absent']), ({ id }) => seen.push(id))
  expect(seen).toEqual(['0', '1', '2', '3', '4', '5', '6'])
  for (const id of ['2', '5', '6']) expect(found.exchanges.get(id)).toEqual(all[Number(id)])
  expect(found.exchanges.get('1')).toBeUndefined()
  expect(found.exchanges.get('absent')).toBeUndefined()
  const { exchanges: _kept, ...totals } = await readEvidence(file, new Set())
  expect(found).toMatchObject(totals)
  expect(found.requests).toBe(7)
})

test('nothing is kept after a lookup: the file is read again', async () => {
  const file = join(folder, 'again.ndjson')
  await writeFile(file, `${oneLine(exchange('1', 'before'))}\n`)
  const { exchanges } = await findExchanges(file, new Set(['1']))
  await writeFile(file, `${oneLine(exchange('1', 'behind'))}\n`)
  expect(exchanges.get('1')?.request.body).toBe('behind')
})
