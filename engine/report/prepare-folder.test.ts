import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { reportText } from '../certificate/sign-report.ts'
import { openPictures, picturesIn } from '../evidence/pictures.ts'
import { UsageError } from '../settings/usage-error.ts'
import { readUnfinished } from '../unfinished/file.ts'
import { assemble } from './assemble.ts'
import { runOf } from './run-of.test.support.ts'
import { prepareFolder } from './write-report.ts'

let top = ''
let folder = ''
beforeEach(async () => {
  top = await mkdtemp(join(tmpdir(), 'oc-prepare-'))
  folder = join(top, 'report')
  await mkdir(folder)
  await writeFile(join(top, 'mine'), 'a line\nand a key')
})
afterEach(() => rm(top, { recursive: true }))

const mine = () => readFile(join(top, 'mine'), 'utf8')

const ownFiles = ['exchanges.ndjson', 'report.json', 'report.html', 'unfinished.ndjson', 'target-metadata.json']

describe.skipIf(process.platform === 'win32')('links in a report folder that someone else made', () => {
  test.each(ownFiles)('a run does not write through %s', async name => {
    await symlink(join(top, 'mine'), join(folder, name))
    await prepareFolder(folder)
    expect(await mine()).toBe('a line\nand a key')
    expect(await readdir(folder)).toEqual(['exchanges.ndjson'])
  })

  test.each(['exchanges.ndjson', 'unfinished.ndjson', 'pages'])('no run is resumed with %s', async name => {
    await symlink(join(top, 'mine'), join(folder, name))
    await expect(prepareFolder(folder, true)).rejects.toThrow(/ is a link, which no run creates/)
    await expect(readUnfinished(folder)).rejects.toThrow(UsageError)
    expect(await mine()).toBe('a line\nand a key')
  })

  test('a picture is not written through one', async () => {
    await mkdir(join(folder, 'pages'))
    await symlink(join(top, 'mine'), join(folder, 'pages', '2.1.jpg'))
    expect(openPictures(folder, '2.')(Buffer.from('a picture'))).toBe('pages/2.1.jpg')
    expect(await mine()).toBe('a line\nand a key')
    expect(await readFile(join(folder, 'pages', '2.1.jpg'), 'utf8')).toBe('a picture')
  })
})

test('a run deletes only files that runs have made', async () => {
  await mkdir(join(folder, 'pages'))
  await writeFile(join(folder, 'report.json'), reportText(assemble(runOf([], () => 'pass')).report))
  for (const name of ['1.jpg', '2.13.jpg', 'index.tsx', '1.jpg.ts']) await writeFile(join(folder, 'pages', name), 'x')
  expect((await picturesIn(folder))?.map(({ file }) => file)).toEqual(['pages/1.jpg', 'pages/2.13.jpg'])
  await prepareFolder(folder)
  expect((await readdir(folder, { recursive: true })).toSorted()).toEqual(
    ['exchanges.ndjson', 'pages', join('pages', '1.jpg.ts'), join('pages', 'index.tsx')].toSorted(),
  )
})

test.each(['{"name":"mine"}', '', '[]'])('a run does not replace a report.json that no run wrote: %s', async text => {
  await writeFile(join(folder, 'report.json'), text)
  await expect(prepareFolder(folder)).rejects.toThrow('report.json is not a report of this program.')
  expect(await readFile(join(folder, 'report.json'), 'utf8')).toBe(text)
})

test.each(['nonsense', '[]', '{}', '\0\0', '{"id":"1","direction":"sent"}'])(
  'evidence with the line %j is found to be damaged before a run is resumed',
  async line => {
    await writeFile(join(folder, 'exchanges.ndjson'), `${line}\n`)
    await expect(prepareFolder(folder, true)).rejects.toThrow('a line of it is not an exchange')
  },
)
