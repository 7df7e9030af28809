import { execFileSync } from 'node:child_process'
import { chmod, lstat, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeEmpty, openToAppend, putInPlace, writeWhole } from './write-whole.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oc-whole-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('a replaced file keeps its permissions, also behind a link', async () => {
  const file = join(folder, 'file')
  await writeFile(file, 'before')
  await chmod(file, 0o640)
  await symlink(file, join(folder, 'link'))
  await writeWhole(join(folder, 'link'), 'after')
  expect(await readFile(file, 'utf8')).toBe('after')
  expect((await stat(file)).mode & 0o777).toBe(0o640)
  expect((await lstat(join(folder, 'link'))).isSymbolicLink()).toBe(true)
})

test.runIf(process.platform === 'linux')('a pipe is not replaced, nor a link to one', async () => {
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  await symlink(pipe, join(folder, 'link-to-pipe'))
  for (const name of ['pipe', 'link-to-pipe'])
    await expect(writeWhole(join(folder, name), 'text')).rejects.toMatchObject({
      name: 'UsageError',
      message: expect.stringContaining('is not a regular file'),
    })
  expect((await lstat(pipe)).isFIFO()).toBe(true)
  expect((await readdir(folder)).filter(name => name.endsWith('.tmp'))).toEqual([])
})

test('a text that is written in parts is complete', async () => {
  const parts = Array.from({ length: 40 }, (_, index) => String(index % 10).repeat(100_000))
  const path = join(folder, 'parts')
  await putInPlace(path, parts)
  expect((await readFile(path, 'utf8')) === parts.join('')).toBe(true)
})

describe.runIf(process.platform === 'linux')('in a folder that others can write to', () => {
  const plant = {
    link: (path: string) => symlink(join(folder, 'precious'), path),
    pipe: (path: string) => execFileSync('mkfifo', [path]),
  }
  test.each(Object.entries(plant))('a %s that was put there is replaced, or refused', async (name, put) => {
    await writeFile(join(folder, 'precious'), 'precious')
    const path = join(folder, `planted-${name}`)
    await put(path)
    expect(() => openToAppend(path)).toThrow(/ELOOP|ENXIO/)
    await makeEmpty(path)
    expect(await readFile(path, 'utf8')).toBe('')
    await rm(path)
    await put(path)
    await putInPlace(path, ['text'])
    expect(await readFile(path, 'utf8')).toBe('text')
    expect(await readFile(join(folder, 'precious'), 'utf8')).toBe('precious')
  })
})
