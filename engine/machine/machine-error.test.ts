import { mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { machineLimitOf } from '../../harness/machine-limits.ts'
import { UsageError } from '../settings/usage-error.ts'
import { carried, errorIn } from './carried-error.ts'
import { cannotWrite, exitCodeFor, MachineError, troubleIn } from './machine-error.ts'
import { makeFolder } from './make-folder.ts'
import { checkNeeds } from './needs.ts'

const systemError = (code: string, more: object = {}) =>
  Object.assign(new Error(`${code}: the words of the system`), { code, syscall: 'write', ...more })

const codeOf = (error: unknown) => {
  const trouble = troubleIn(error)
  return trouble === undefined ? 4 : exitCodeFor(trouble)
}

describe('an error of the system', () => {
  test.each(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'ENOMEM', 'EIO', 'EAGAIN', 'EADDRINUSE', 'ENOENT'])(
    '%s means that the machine has run out of something',
    code => {
      expect(codeOf(systemError(code))).toBe(3)
      expect(troubleIn(systemError(code))?.message).toMatch(new RegExp(`^[a-z][^\\n]*\\(${code}\\)\\.$`))
    },
  )

  test.each(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'])(
    '%s is an invalid configuration',
    code => {
      expect(codeOf(systemError(code))).toBe(2)
    },
  )

  test('a permission that an option of Node denies is an invalid configuration', () => {
    expect(codeOf(Object.assign(new Error('restricted'), { code: 'ERR_ACCESS_DENIED' }))).toBe(2)
  })

  test.each([
    ['its cause', new Error('the engine failed', { cause: systemError('ENOSPC') })],
    ['one of its errors', new AggregateError([systemError('EADDRNOTAVAIL')])],
    ['a copy without a class', { cause: { code: 'EMFILE', syscall: 'open', message: '' } }],
    ['an error with a rare reason', { ...systemError('ETXTBSY'), path: '/report' }],
    ['a file that became a folder', Object.assign(new Error('rm'), { code: 'ERR_FS_EISDIR' })],
    ['a worker without memory', Object.assign(new Error('heap'), { code: 'ERR_WORKER_OUT_OF_MEMORY' })],
  ])('is found in %s', (_, error) => {
    expect(codeOf(error)).toBe(3)
  })

  test.each([
    ['no error of the system', new TypeError('oops')],
    ['an error of a library with such a code', Object.assign(new Error('x'), { code: 'ENOSPC' })],
    ['any other error of the system', systemError('EINVAL')],
    ['not even an error', { toString: 1, cause: { cause: null } }],
  ])('is not one, but a bug: %s', (_, error) => {
    expect(codeOf(error)).toBe(4)
  })

  test('does not follow causes forever', () => {
    const error: { cause?: unknown } = {}
    error.cause = error
    expect(machineLimitOf(error)).toBeUndefined()
  })

  test('is named with its file, and with a remedy', () => {
    expect(troubleIn(systemError('ENOSPC', { path: '/a/report.json' }))).toMatchObject({
      message: '/a/report.json: there is no room left on the disk (ENOSPC).',
      remedy: 'Make room there, or name a folder on another disk.',
    })
    expect(cannotWrite('a.json', systemError('ENOSPC'), 'Give another name.')).toMatchObject({
      name: 'MachineError',
      message: 'a.json cannot be written (ENOSPC).',
      remedy: 'Make room there, or name a folder on another disk.',
    })
    expect(cannotWrite('a.json', systemError('EROFS'), 'Give another name.')).toMatchObject({
      name: 'UsageError',
      remedy: 'Give another name.',
    })
  })

  test('keeps its class and its remedy from one process to another; a bug keeps its stack', () => {
    const [full, wrong, bug] = [systemError('ENOSPC'), new UsageError('Wrong.', 'Do it right.'), new TypeError('oops')]
    const [fullThere, wrongThere, bugThere] = [full, wrong, bug].map(error =>
      errorIn(JSON.parse(JSON.stringify(carried(error)))),
    )
    expect(fullThere).toBeInstanceOf(MachineError)
    expect(wrongThere).toEqual(wrong)
    expect(bugThere).toMatchObject({ name: 'TypeError', message: 'oops', stack: bug.stack })
  })

  test('is the error of a full device', async () => {
    const full = await open('/dev/full', 'w').catch(() => undefined)
    if (full === undefined) return
    const error = await full.write('x').catch((caught: unknown) => caught)
    await full.close()
    expect(codeOf(error)).toBe(3)
  })
})

test('a run is refused if it may open too few files, use too little memory or read too few headers', () => {
  const enough = { openFiles: 1_024, heapBytes: 2 ** 32, headerBytes: 16_384 }
  expect(() => checkNeeds(enough)).not.toThrow()
  expect(() => checkNeeds({ ...enough, openFiles: 64 })).toThrow('a program may open 64 files and connections here')
  expect(() => checkNeeds({ ...enough, heapBytes: 2 ** 27 })).toThrow('Node may use 128 MB of memory here')
  expect(() => checkNeeds({ ...enough, headerBytes: 1 })).toThrow('Node reads 1 bytes of headers here')
})

describe('a folder', () => {
  test('is created with its parents, or exists already', async () => {
    const top = await mkdtemp(join(tmpdir(), 'oc-folder-'))
    try {
      const folder = join(top, 'a', 'b', 'c')
      await makeFolder(folder)
      await makeFolder(folder)
      expect((await stat(folder)).isDirectory()).toBe(true)
    } finally {
      await rm(top, { recursive: true })
    }
  })

  test.each(['/proc/no/folder', '/dev/null/folder'])('that cannot be created is refused: %s', async folder => {
    if (process.platform !== 'linux') return
    await expect(makeFolder(folder)).rejects.toThrow(/ENOENT|ENOTDIR/)
  })
})
