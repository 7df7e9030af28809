import { spawn } from 'node:child_process'
import { endTree } from './end-tree.ts'
import type { TunnelNews, TunnelOrder } from './messages.ts'
import { createOutputReader } from './printed-address.ts'

/**
 * The process of `open-tunnel.ts`: starts the command of a tunnel and ends it, with all of its descendants, as soon as the harness ends for
 * any reason. It leads its own process group.
 */

/** Sends a message to the harness; if that has just ended, the processes of the tunnel must still be ended. */
const send = (news: TunnelNews): void => {
  if (process.connected) process.send?.(news, undefined, undefined, () => undefined)
}

/** Milliseconds for a tunnel to end on its own. */
const graceMs = 2_000

const keep = ({ words: [program = '', ...args] }: TunnelOrder): void => {
  const endAll = (signal: 'SIGTERM' | 'SIGKILL'): void => {
    endTree(child.pid, signal)
    // The signal also ends this process, on systems with process groups.
    if (process.platform === 'win32') process.exit(0)
  }
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true })
  const output = createOutputReader()
  const announce = (url: string | undefined) => (url === undefined ? undefined : send({ kind: 'address', url }))
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8')
    stream.on('data', (text: string) => announce(output.read(text)))
    stream.on('error', () => undefined)
  }
  child.on('error', ({ message }) => send({ kind: 'ended', how: `cannot be started (${message})`, lastLine: '' }))
  child.on('close', (code, signal) => {
    announce(output.end())
    send({ kind: 'ended', how: `ended with ${code ?? signal}`, lastLine: output.lastLine() })
    if (!process.connected) endAll('SIGKILL')
  })
  process.on('disconnect', () => {
    process.on('SIGTERM', () => undefined)
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return endAll('SIGKILL')
    endAll('SIGTERM')
    child.kill()
    setTimeout(() => endAll('SIGKILL'), graceMs)
  })
}

process.once('message', keep)
