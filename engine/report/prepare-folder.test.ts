import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openPictures } from '../evidence/pictures.ts'
import { UsageError } from '../settings/usage-error.ts'
import { readUnfinished } from '../unfinished/file.ts'
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

describe.skipIf(process.platform === 'win32')('links in a report folder that comes from someone else', () => {
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

test.each(['nonsense', '[]', '{}', '\0\0', '{"id":"1","direction":"sent"}'])(
  'evidence with the line %j is found to be damaged before a run is resumed',
  async line => {
    await writeFile(join(folder, 'exchanges.ndjson'), `${line}\n`)
    await expect(prepareFolder(folder, true)).rejects.toThrow('a line of it is not an exchange')
  },
)
