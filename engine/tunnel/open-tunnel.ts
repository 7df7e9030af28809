import { fork } from 'node:child_process'
import { extname } from 'node:path'
import { waits } from '../../harness/patience.ts'
import { endsWithin } from '../../harness/pause.ts'
import { UsageError } from '../settings/usage-error.ts'
import type { TunnelNews, TunnelOrder } from './messages.ts'

/** A tunnel that has printed its address. */
export type Tunnel = {
  url: string
  /** Aborts when the tunnel ends on its own; its reason is a UsageError. */
  ended: AbortSignal
  /** Ends the tunnel and all of its descendants. */
  close(): Promise<void>
}

const keeper = new URL(`./keep-here${extname(import.meta.filename)}`, import.meta.url)

/** Starts a tunnel and waits for the address that it prints. UsageError if it does not print an address in time, or if the tunnel ends. */
export const openTunnel = async (
  words: string[],
  signal: AbortSignal,
  waitMs: number = waits.tunnel.ms,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Tunnel> => {
  const ended = new AbortController()
  const child = fork(keeper, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    detached: true,
    windowsHide: true,
    env,
  })
  const exited = new Promise<void>(resolve => child.once('exit', () => resolve()))
  const close = async (): Promise<void> => {
    if (child.connected) child.disconnect()
    // The keeper ends processes that do not end on their own; a keeper that fails to is killed here.
    if (!(await endsWithin(waits.closing.ms, exited))) child.kill('SIGKILL')
  }
  const printed = new Promise<string>((resolve, reject) => {
    const giveUp = AbortSignal.any([signal, AbortSignal.timeout(waitMs)])
    const leave = () => reject(signal.aborted ? signal.reason : noAddress(waitMs))
    if (giveUp.aborted) leave()
    giveUp.addEventListener('abort', leave)
    ended.signal.addEventListener('abort', () => reject(ended.signal.reason))
    child.on('message', (news: TunnelNews) => {
      if (news.kind === 'address') resolve(news.url)
      else if (news.kind === 'ended') ended.abort(endedItself(news))
    })
    child.on('error', reject)
  })
  child.send({ words } satisfies TunnelOrder, () => undefined)
  try {
    return { url: await printed, ended: ended.signal, close }
  } catch (error) {
    await close()
    throw error
  }
}

const noAddress = (ms: number): UsageError =>
  new UsageError(
    `the tunnel printed no http(s) address within ${ms / 1_000} s.`,
    'Give --tunnel a command that prints the address of the tunnel and keeps running, or give the address as --public-url.',
  )

const endedItself = ({ how, lastLine }: Extract<TunnelNews, { kind: 'ended' }>): UsageError =>
  new UsageError(
    `the tunnel ${how}${lastLine === '' ? '' : `; it printed last: ${lastLine}`}.`,
    'Try the command of --tunnel alone: it must run until it is stopped.',
  )
