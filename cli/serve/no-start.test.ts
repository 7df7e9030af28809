import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { serveReference } from '../../sandbox/serve.ts'
import { UnreadableState } from '../../sandbox/state/unreadable-state.ts'
import { openTerminal } from '../terminal.test.support.ts'

describe('serve, if the reference does not start', () => {
  test('a port that is taken is wrong usage', async () => {
    const taken = Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE' })
    const terminal = await openTerminal({ serveReference: () => Promise.reject(taken) })
    const { code, err } = await terminal.run('serve', '--port', '4010')
    expect({ code, err }).toEqual({
      code: 2,
      err: 'error: the reference cannot start: listen EADDRINUSE.\nGive another --port, or 0 for any free one.\n',
    })
  })

  test('ports above the highest are wrong usage', async () => {
    const terminal = await openTerminal({ serveReference: () => Promise.reject(new Error('started')) })
    const { code, err } = await terminal.run('serve', 'gateway', 'merchant', '--port', '65535')
    expect({ code, err }).toEqual({
      code: 2,
      err: 'error: the 2 roles take the ports from 65535 on, and there are none above 65535.\nGive a lower --port, or 0 for any free ones.\n',
    })
  })

  test('a folder for state that is not one is wrong usage; without room, the machine has run out', async () => {
    const terminal = await openTerminal({ serveReference: options => serveReference({ ...options, port: 0 }) })
    await writeFile(join(terminal.folder, 'file'), '')
    for (const data of ['file', 'file/state']) {
      const { code, err } = await terminal.run('serve', 'kyc', '--data', data)
      const cause = expect.stringMatching(
        /^error: \/\S+ cannot be written \((EEXIST|ENOTDIR)\)\.\nGive a --data that is a folder\.\n$/,
      )
      expect({ code, err }).toEqual({ code: 2, err: cause })
    }
    const full = Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR' })
    const { run } = await openTerminal({ serveReference: () => Promise.reject(full) })
    expect(await run('serve', '--data', 'state')).toEqual({
      code: 3,
      out: '',
      err: 'error: the reference cannot start: database or disk is full.\nMake room on the disk of the --data folder.\n',
    })
  })

  test.skipIf(process.platform !== 'linux')(
    'a folder in which none can be created is named, with its remedy',
    async () => {
      const terminal = await openTerminal({ serveReference: () => Promise.reject(new Error('started')) })
      expect(await terminal.run('serve', '--data', '/proc/x/y')).toEqual({
        code: 2,
        out: '',
        err: 'error: /proc/x/y cannot be written (ENOENT).\nGive a --data folder that can be created.\n',
      })
    },
  )

  test.for([
    ['EACCES', 2, 'Give a --data folder that is writable.'],
    ['EPERM', 2, 'Give a --data folder that is writable.'],
    ['EROFS', 2, 'Give a --data folder that is writable.'],
    ['ENOSPC', 3, 'Make room there, or name a folder on another disk.'],
    ['EMFILE', 3, 'Raise the limit, for example with ulimit -n 1024.'],
  ] as const)('a file of state that is refused with %s exits with %i', async ([code, exit, remedy]) => {
    const refused = Object.assign(new Error(`${code}: words of the system`), {
      code,
      syscall: 'open',
      path: '/a.key.17',
    })
    const terminal = await openTerminal({ serveReference: () => Promise.reject(refused) })
    const err = `error: ${join(terminal.folder, 'state')} cannot be written (${code}).\n${remedy}\n`
    expect(await terminal.run('serve', '--data', 'state')).toEqual({ code: exit, out: '', err })
  })

  test('a state that cannot be read is wrong usage', async () => {
    const torn = new UnreadableState('/state/gateway.db cannot be read: torn', 'Move it away.')
    const terminal = await openTerminal({ serveReference: () => Promise.reject(torn) })
    expect(await terminal.run('serve', '--data', 'state')).toEqual({
      code: 2,
      out: '',
      err: 'error: /state/gateway.db cannot be read: torn.\nMove it away.\n',
    })
  })
})
