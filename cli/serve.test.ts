import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { UnreadableState } from '../reference/serve/state/unreadable-state.ts'
import type { Services } from './services.ts'
import { openTerminal, type Terminal } from './terminal.test.support.ts'

type Options = Parameters<Services['serveReference']>[0]

const roles = { gateway: { baseUrl: 'http://127.0.0.1:1', ocid: 1001 } }

/** A reference that is interrupted as soon as it is served. */
const sandbox = async () => {
  const seen: { options?: Options; closed: boolean } = { closed: false }
  const terminal: Terminal = await openTerminal({
    serveReference: async options => {
      seen.options = options
      setImmediate(() => terminal.interrupt())
      const close = async () => {
        seen.closed = true
      }
      return { roles, close }
    },
  })
  return { terminal, seen }
}

describe('serve', () => {
  test('prints one line of JSON, runs until it is interrupted, closes and exits with 0', async () => {
    const { terminal, seen } = await sandbox()
    expect(await terminal.run('serve', 'gateway')).toEqual({ code: 0, out: `${JSON.stringify(roles)}\n`, err: '' })
    expect(seen).toEqual({ options: { roles: ['gateway'] }, closed: true })
  })

  test('hands over what was given', async () => {
    const { terminal, seen } = await sandbox()
    await terminal.run('init', '--role', 'gateway', '--ocid', '1007')
    await writeFile(join(terminal.folder, 'p.json'), '{"version": "0.2"}')
    const argv =
      'serve gateway --provisioning provisioning.json --data state --port 4010 --ocid 1007 --profile p.json --environment production'
    expect((await terminal.run(...argv.split(' '))).code).toBe(0)
    expect(seen.options).toMatchObject({
      roles: ['gateway'],
      dataDir: join(terminal.folder, 'state'),
      port: 4010,
      ocid: 1007,
      profile: { version: '0.2', refusalStatus: 401 },
      environment: 'production',
    })
    const { provisioning } = seen.options ?? {}
    expect(typeof provisioning === 'function' && provisioning('gateway')).toMatchObject({ target: { ocid: 1007 } })
  })

  test('a port that is taken is wrong usage', async () => {
    const taken = Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE' })
    const terminal = await openTerminal({ serveReference: () => Promise.reject(taken) })
    const { code, err } = await terminal.run('serve', '--port', '4010')
    expect({ code, err }).toEqual({
      code: 2,
      err: 'error: the reference cannot start: listen EADDRINUSE.\nGive another --port, or 0 for any free one.\n',
    })
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

  test('a provisioning that does not fit names the member', async () => {
    const { terminal } = await sandbox()
    await writeFile(join(terminal.folder, 'bad.json'), '{"version": 2}')
    const { code, err } = await terminal.run('serve', '--provisioning', 'bad.json')
    expect(code).toBe(2)
    expect(err).toMatch(/bad\.json: \/target is required/)
  })
})
