import { expect, test } from 'vitest'
import { endTree } from './end-tree.ts'

const ended = (platform: NodeJS.Platform): unknown[] => {
  const calls: unknown[] = []
  endTree(4711, 'SIGTERM', {
    platform,
    kill: (pid, signal) => calls.push(['kill', pid, signal]),
    run: (program, args) => calls.push([program, ...args]),
  })
  return calls
}

test('a tunnel ends with every process that it started, also on a system without process groups', () => {
  expect(ended('linux')).toEqual([['kill', -process.pid, 'SIGTERM']])
  expect(ended('win32')).toEqual([['taskkill', '/PID', '4711', '/T', '/F']])
})
