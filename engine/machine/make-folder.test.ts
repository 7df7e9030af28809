import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFolder } from './make-folder.ts'

let top = ''
beforeAll(async () => {
  top = await mkdtemp(join(tmpdir(), 'oc-folder-'))
})
afterAll(() => rm(top, { recursive: true }))

test('several callers create one folder at the same time, and each finds it', async () => {
  for (let round = 0; round < 20; round++) {
    const folder = join(top, `round-${round}`, 'a', 'b', 'c')
    await Promise.all(Array.from({ length: 20 }, () => makeFolder(folder)))
    expect((await stat(folder)).isDirectory()).toBe(true)
  }
})
