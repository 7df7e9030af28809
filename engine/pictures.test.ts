import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openPictures } from './pictures.ts'

const folder = mkdtempSync(join(tmpdir(), 'pictures-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('pictures are kept beside the report, no more and no larger than there is room for', () => {
  const keep = openPictures(folder)
  expect(keep(new Uint8Array(600_000))).toBeUndefined()
  const names = Array.from({ length: 101 }, (_, at) => keep(Uint8Array.of(at)))
  expect(names[0]).toBe('pages/1.jpg')
  expect([...readFileSync(join(folder, 'pages/2.jpg'))]).toEqual([1])
  expect(names.at(-1)).toBeUndefined()
  expect(readdirSync(join(folder, 'pages'))).toHaveLength(100)
})
