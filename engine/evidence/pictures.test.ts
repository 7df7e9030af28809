import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openPictures, picturesIn } from './pictures.ts'

const folder = mkdtempSync(join(tmpdir(), 'pictures-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('pictures are kept beside the report, within limits of number and size', () => {
  const keep = openPictures(folder)
  expect(keep(new Uint8Array(600_000))).toBeUndefined()
  const names = Array.from({ length: 101 }, (_, at) => keep(Uint8Array.of(at)))
  expect(names[0]).toBe('pages/1.jpg')
  expect([...readFileSync(join(folder, 'pages/2.jpg'))]).toEqual([1])
  expect(names.at(-1)).toBeUndefined()
  expect(readdirSync(join(folder, 'pages'))).toHaveLength(100)
})

test('pictures have digests, in their order', async () => {
  const found = (await picturesIn(folder)) ?? []
  expect(found.map(({ file }) => file).slice(8, 11)).toEqual(['pages/9.jpg', 'pages/10.jpg', 'pages/11.jpg'])
  expect(found[1]?.digest).toBe('4bf5122f344554c53bde2ebb8cd2b7e3d1600ad631c385a5d7cce23c7785459a')
  expect(await picturesIn(join(folder, 'nowhere'))).toBeUndefined()
})

test.runIf(process.platform === 'linux')(
  'a file that is not a picture of a run is not read',
  { timeout: 10_000 },
  async () => {
    const before = await picturesIn(folder)
    execFileSync('mkfifo', [join(folder, 'pages', 'pipe.jpg')])
    symlinkSync('/dev/zero', join(folder, 'pages', 'device.jpg'))
    symlinkSync('1.jpg', join(folder, 'pages', 'link.jpg'))
    expect(await picturesIn(folder)).toEqual(before)
  },
)
