import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readBytes, readText } from './files.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-'))
})
afterAll(() => rm(folder, { recursive: true }))

const at = (name: string) => join(folder, name)

test('a regular file is read, also through a link, up to a number of bytes', async () => {
  await writeFile(at('a'), '\uFEFFabc')
  await symlink('a', at('link'))
  expect(await readText(at('link'), 'the config')).toBe('abc')
  expect((await readBytes(at('a'), { limit: 6 })).length).toBe(6)
  await expect(readBytes(at('a'), { limit: 5 })).rejects.toMatchObject({ code: 'EFBIG' })
  await truncate(at('a'), 16 * 1_048_576 + 1)
  await expect(readText(at('a'), 'the config')).rejects.toThrow(/^the config .*a is larger than 16 MiB\.$/)
})

describe.runIf(process.platform === 'linux')(
  'anything but a regular file is refused before a byte of it is read',
  () => {
    const isRefused = (path: string) =>
      expect(readText(path, 'the report')).rejects.toThrow(/^the report .* is (not a regular file|a folder)\.$/)

    test('a pipe without a writer, a link to it, a device, and a link to it', async () => {
      execFileSync('mkfifo', [at('pipe')])
      await symlink('pipe', at('to-pipe'))
      await symlink('/dev/zero', at('to-zero'))
      for (const path of [at('pipe'), at('to-pipe'), at('to-zero'), '/dev/zero', '/dev/stdin', folder])
        await isRefused(path)
    })

    test('a socket', async () => {
      const server = createServer()
      await new Promise<void>(resolve => void server.listen(at('socket'), resolve))
      await isRefused(at('socket'))
      await new Promise(resolve => server.close(resolve))
    })
  },
)

test.runIf(process.platform === 'linux')(
  'a descriptor that the caller passes may be a pipe, for some documents',
  async () => {
    const program = `import { readText } from '${join(import.meta.dirname, 'files.ts')}'
console.log(await readText('/dev/fd/3', 'the key file', { pipes: true }))
console.log(await readText('/dev/fd/3', 'the report').catch(error => error.message))`
    const script = `exec "$1" --input-type=module --eval "$2" 3< <(printf 'a key')`
    const printed = execFileSync('bash', ['-c', script, 'bash', process.execPath, program], { encoding: 'utf8' })
    expect(printed).toBe('a key\nthe report /dev/fd/3 is not a regular file.\n')
  },
)
