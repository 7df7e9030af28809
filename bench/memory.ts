import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { heapFlags } from '../engine/runner/bounded-heap.ts'
import { type PackedSettings, pack, unpack } from '../engine/runner/thread-protocol.ts'
import { checkoutCase, openCases } from './cases.ts'
import { peakMegabytes } from './measure.ts'
import type { Served } from './served.ts'

type WorkerInput = { settings: PackedSettings; cases: number; evidenceFile: string }

/** Returns the peak memory, in MB, of a process that runs `cases` cases in ten lanes, with evidence, and with the heap of a run. */
export const peakOf = async ({ settings, folder }: Served, cases: number): Promise<number> => {
  const child = fork(fileURLToPath(import.meta.url), ['worker'], { execArgv: heapFlags })
  const answer = once(child, 'message')
  const exit = once(child, 'exit')
  const workerInput: WorkerInput = {
    settings: pack(settings),
    cases,
    evidenceFile: join(folder, `cases-${cases}.ndjson`),
  }
  child.send(workerInput)
  const first = await Promise.race([answer, exit.then(() => [undefined])])
  if (typeof first[0] !== 'number') throw new Error('the process that measures memory ended without an answer')
  await exit
  return first[0]
}

const measure = async ({ settings, cases, evidenceFile }: WorkerInput): Promise<number> => {
  const { runCases, close } = await openCases(unpack(settings), evidenceFile)
  await runCases(cases, 10, checkoutCase)
  await close()
  return peakMegabytes()
}

if (process.argv[2] === 'worker' && process.send) {
  const [workerInput] = (await once(process, 'message')) as [WorkerInput]
  process.send(await measure(workerInput))
  process.disconnect()
}
