import { type ChildProcess, fork } from 'node:child_process'
import type { Program } from './worker.ts'

/** The outcome of a job, or why it could not run. */
export type Reply<Outcome> = Outcome | { error: string }

/** A process that runs one job, or one bundle of a batch, at a time. */
export type WorkerProcess<Job, Outcome> = {
  /** Never rejects: if the process ends or times out, the job has an error, and the next one gets a new process. */
  run: (job: Job) => Promise<Reply<Outcome>>
  close: () => void
}

/** Longer than any run may take, in milliseconds. */
const silentForMs = 120 * 60_000

export const openWorkerProcess = <Job extends object, Outcome>(program: Program): WorkerProcess<Job, Outcome> => {
  let child: ChildProcess | undefined
  const start = () =>
    fork(new URL('worker.ts', import.meta.url), [program], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const close = () => {
    child?.kill('SIGKILL')
    child = undefined
  }
  const run = (job: Job) =>
    new Promise<Reply<Outcome>>(resolve => {
      const process = child?.connected ? child : start()
      child = process
      const end = (reply: Reply<Outcome>) => {
        clearTimeout(timer)
        process.removeAllListeners()
        resolve(reply)
      }
      const timer = setTimeout(() => {
        close()
        end({ error: `no answer in ${silentForMs / 60_000} minutes` })
      }, silentForMs)
      process.once('message', (reply: Reply<Outcome>) => end(reply))
      process.once('error', error => end({ error: error.message }))
      process.once('exit', (code, signal) => end({ error: `the process ended: ${code ?? signal}` }))
      process.send(job)
    })
  return { run, close }
}
