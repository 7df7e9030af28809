import { fork } from 'node:child_process'
import { extname } from 'node:path'
import { waits } from '../../harness/patience.ts'
import { endsWithin } from '../../harness/pause.ts'
import type { RunHooks } from '../hooks.ts'
import { errorIn } from '../machine/carried-error.ts'
import { MachineError, troubleIn } from '../machine/machine-error.ts'
import { watchLife } from '../runner/watch-life.ts'
import type { RunSettings } from '../settings/settings.ts'
import { withValues } from '../with-values.ts'
import { type Certified, type News, type Order, orderOf } from './messages.ts'

/** A process that certifies targets one by one; `close` ends it, and its work. */
export type RunProcess = {
  /** Like `certify` of `engine/run.ts`, in the other process. Also rejects if that process ends. */
  certify(settings: RunSettings, hooks: RunHooks): Promise<Certified>
  close(): Promise<void>
}

const program = new URL(`./certify-here${extname(import.meta.filename)}`, import.meta.url)

/** Starts a process for runs. It ends when this process ends for any reason, or after `silentMs` without a sign of life. */
export const openRunProcess = (silentMs: number = waits.silentProcess.ms): RunProcess => {
  const child = fork(program, {
    // Preserves values that JSON loses, such as Infinity.
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // Ctrl-C reaches every process in the terminal's group. Only this process decides what it means.
    detached: true,
    windowsHide: true,
  })
  const send = (order: Order) => void child.send(order, () => undefined)
  return {
    certify: (settings, { signal, ...hooks }) =>
      new Promise((resolve, reject) => {
        const interrupt = () => send({ kind: 'interrupt' })
        const life = watchLife(silentMs, () => child.kill('SIGKILL'))
        const end = () => {
          life.stop()
          signal.removeEventListener('abort', interrupt)
          child.removeAllListeners()
        }
        child.on('message', (news: News) => {
          life.heard()
          if (news.kind === 'start') return hooks.onStart?.(news.total)
          if (news.kind === 'check') return hooks.onCheck?.(news.outcome)
          if (news.kind === 'waiting') return hooks.onWaiting?.(news.ids)
          if (news.kind === 'reported') return hooks.onReported?.(news.text)
          // Under `node --watch`, Node also sends its own messages here.
          if (news.kind !== 'certified' && news.kind !== 'failed') return
          end()
          if (news.kind === 'certified') resolve(certifiedIn(news))
          else reject(errorIn(news))
        })
        child.on('error', reject)
        child.on('exit', (code, cause) => {
          end()
          reject(life.isOver() ? silent() : endedEarly(code, cause))
        })
        signal.addEventListener('abort', interrupt)
        send(orderOf(settings))
        if (signal.aborted) interrupt()
      }),
    close: async () => {
      if (!child.connected) return
      const exited = new Promise<void>(resolve => child.once('exit', () => resolve()))
      // It then exits on its own, and leaves its compiled code in the cache for the next process.
      child.disconnect()
      if (!(await endsWithin(waits.closing.ms, exited))) child.kill('SIGKILL')
    },
  }
}

const certifiedIn = ({ certified, trouble }: Extract<News, { kind: 'certified' }>): Certified => ({
  ...certified,
  ...withValues({ trouble: trouble && troubleIn(errorIn(trouble)) }),
})

const silent = (): Error =>
  new MachineError('a process of the run was unresponsive, and was ended.', 'Was it stopped? Start the run again.')

/** Returns the error for a process that ended without a report. A signal that the harness did not send means that the system killed it. */
const endedEarly = (code: number | null, signal: string | null): Error =>
  signal === null
    ? new Error(`the process of a run ended before its report: ${code}`)
    : new MachineError(
        `the system ended the process of a run (${signal}); most often memory has run out.`,
        'Free memory or raise its limit (NODE_OPTIONS=--max-old-space-size=MB), or give fewer --workers.',
      )
