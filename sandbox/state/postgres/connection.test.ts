import { afterEach, expect, test, vi } from 'vitest'
import { connectionTo } from './connection.ts'

afterEach(() => void vi.doUnmock('pg'))

test('a missing driver gives an error that says what to install', async () => {
  vi.doMock('pg', () => {
    throw new Error('Cannot find package')
  })
  const { run } = connectionTo('postgres://oc@127.0.0.1:1/x', 'test')
  await expect(run('SELECT 1')).rejects.toMatchObject({
    name: 'UnreadableState',
    message: '--store needs the package pg, which is not installed',
    remedy: 'Run npm install pg.',
  })
})
