import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Job } from './jobs.ts'
import type { Reply } from './worker.ts'

/** A process that carries out one job at a time. */
export type WorkerProcess = {
  /** Never rejects: a process that ends or stays silent for too long is an error, and the next job gets another process. */
  run: (job: Job) => Promise<Reply>
  close: () => void
}

/** Longer than any run may take by itself, in milliseconds. */
const silentForMs = 50 * 60_000

export const openWorkerProcess = (): WorkerProcess => {
  let child: ChildProcess | undefined
  const start = () =>
    fork(fileURLToPath(new URL('worker.ts', import.meta.url)), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const close = () => {
    child?.kill('SIGKILL')
    child = undefined
  }
  const run = (job: Job) =>
    new Promise<Reply>(resolve => {
      const process = child?.connected ? child : start()
      child = process
      const end = (reply: Reply) => {
        clearTimeout(timer)
        process.removeAllListeners()
        resolve(reply)
      }
      const timer = setTimeout(() => {
        close()
        end({ error: `no answer in ${silentForMs / 60_000} minutes` })
      }, silentForMs)
      process.once('message', (reply: Reply) => end(reply))
      process.once('error', error => end({ error: error.message }))
      process.once('exit', (code, signal) => end({ error: `the process ended: ${code ?? signal}` }))
      process.send(job)
    })
  return { run, close }
}
