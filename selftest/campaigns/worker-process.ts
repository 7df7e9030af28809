import { type ChildProcess, fork } from 'node:child_process'
import type { Program } from './worker.ts'

/** What a job showed, or why it could not be carried out. */
export type Reply<Outcome> = Outcome | { error: string }

/** A process that carries out one job at a time; that of a batch carries out one bundle of jobs at a time. */
export type WorkerProcess<Job, Outcome> = {
  /** Never rejects: a process that ends or stays silent for too long is an error, and the next job gets another process. */
  run: (job: Job) => Promise<Reply<Outcome>>
  close: () => void
}

/** Longer than any run may take by itself, in milliseconds. */
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
