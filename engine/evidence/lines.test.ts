import { expect, test } from 'vitest'
import { linesOf } from './lines.ts'

async function* chunked(...chunks: readonly (string | Buffer)[]) {
  for (const chunk of chunks) yield Buffer.from(chunk)
}

const all = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

test('lines are read regardless of the chunks, and each chunk is passed on', async () => {
  const euro = Buffer.from('€\n')
  const seen: Buffer[] = []
  const input = chunked('a\nb', 'c\n\n', euro.subarray(0, 1), euro.subarray(1), 'last')
  const lines = await all(linesOf(input, chunk => seen.push(chunk)))
  expect(lines).toEqual(['a', 'bc', '', '€', 'last'])
  expect(Buffer.concat(seen).toString()).toBe('a\nbc\n\n€\nlast')
})

test('an endless line is not collected', async () => {
  async function* endless() {
    for (;;) yield Buffer.alloc(1_048_576)
  }
  await expect(all(linesOf(endless()))).rejects.toThrow('longer than any that a run writes')
})
