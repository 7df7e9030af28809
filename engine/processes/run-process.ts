import { fork } from 'node:child_process'
import { extname } from 'node:path'
import { waits } from '../../harness/patience.ts'
import { endsWithin } from '../../harness/pause.ts'
import type { RunHooks } from '../hooks.ts'
import type { RunSettings } from '../settings/settings.ts'
import { UsageError } from '../settings/usage-error.ts'
import { type Certified, type News, type Order, orderOf } from './messages.ts'

/** A process that certifies one target after the other; `close` ends it, and what it is doing. */
export type RunProcess = {
  /** Like `certify` of `engine/run.ts`, in the other process. Rejects, too, if that process ends. */
  certify(settings: RunSettings, hooks: RunHooks): Promise<Certified>
  close(): Promise<void>
}

const program = new URL(`./certify-here${extname(import.meta.filename)}`, import.meta.url)

/** Starts a process for runs. It ends with this one, whatever ends this one. */
export const openRunProcess = (): RunProcess => {
  const child = fork(program, {
    // Keeps what JSON loses, such as Infinity.
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // Ctrl-C reaches every process of a terminal's group. This one alone decides what it means.
    detached: true,
    windowsHide: true,
  })
  const tell = (order: Order) => void child.send(order, () => undefined)
  return {
    certify: (settings, { signal, ...hooks }) =>
      new Promise((resolve, reject) => {
        const interrupt = () => tell({ kind: 'interrupt' })
        const end = () => {
          signal.removeEventListener('abort', interrupt)
          child.removeAllListeners()
        }
        child.on('message', (news: News) => {
          if (news.kind === 'start') return hooks.onStart?.(news.total)
          if (news.kind === 'check') return hooks.onCheck?.(news.outcome)
          if (news.kind === 'waiting') return hooks.onWaiting?.(news.ids)
          end()
          if (news.kind === 'certified') resolve(news.certified)
          else reject(errorOf(news))
        })
        child.on('error', reject)
        child.on('exit', (code, cause) => {
          end()
          reject(new Error(`the process of a run ended before its report: ${code ?? cause}`))
        })
        signal.addEventListener('abort', interrupt)
        tell(orderOf(settings))
        if (signal.aborted) interrupt()
      }),
    close: async () => {
      if (!child.connected) return
      const exited = new Promise<void>(resolve => child.once('exit', () => resolve()))
      // It ends by itself then, and keeps what it compiled for the next one.
      child.disconnect()
      if (!(await endsWithin(waits.closing.ms, exited))) child.kill('SIGKILL')
    },
  }
}

const errorOf = ({ name, message, stack, remedy = '' }: Extract<News, { kind: 'failed' }>): Error =>
  name === 'UsageError'
    ? new UsageError(message, remedy)
    : Object.assign(new Error(message), { name }, stack === undefined ? {} : { stack })
