import { roles } from '../../../protocol/operations.ts'
import { loopback } from '../../field/conditions.ts'
import { fieldMutants } from '../../field/mutants.ts'
import type { JobReport } from '../../field/run-job.ts'
import { startBusy } from '../../field/starved.ts'
import { openWorkerProcess, type Reply, type WorkerProcess } from '../worker-process.ts'
import { type Job, nameOf, type Selection } from './jobs.ts'

type LoadReply = Reply<JobReport>
type LoadWorker = WorkerProcess<Job, JobReport>

/** How many processes keep the processors busy beside two certifications. */
const busyProcesses = 8

/** The reason in a report if the harness's machine, not the target, was too slow. */
const excuse = /^blocked .*this machine was too slow/i

/** Returns the reference of each role at standard depth, and every fifth of the mutants. */
const loadJobs = ({ roles: selected = roles, kind, depth = 'standard' }: Selection): Job[] =>
  selected.flatMap(role => {
    const of = { condition: loopback.name, role, seed: 1 }
    const mutants = fieldMutants(role).filter((_, at) => at % 5 === 0)
    return [
      ...(kind === 'mutants' ? [] : [{ ...of, depth }]),
      ...(kind === 'references' ? [] : mutants.map(({ name }): Job => ({ ...of, depth: 'quick', mutant: name }))),
    ]
  })

/** Carries out the jobs, as many at a time as there are workers. */
const carryOut = async (jobs: readonly Job[], workers: readonly LoadWorker[]): Promise<Map<string, LoadReply>> => {
  const queue = [...jobs]
  const replies = new Map<string, LoadReply>()
  const runLane = async (worker: LoadWorker): Promise<void> => {
    for (let job = queue.shift(); job; job = queue.shift()) {
      const reply = await worker.run(job)
      replies.set(nameOf(job), reply)
      console.log(`${nameOf(job)}: ${'error' in reply ? reply.error : `${reply.verdict}, ${reply.seconds} s`}`)
    }
  }
  await Promise.all(workers.map(runLane))
  return replies
}

/** Measured numbers never repeat exactly. */
const withoutNumbers = (value: unknown): string | undefined => JSON.stringify(value)?.replaceAll(/\d+(\.\d+)?/g, '0')

/** Returns a sentence for each verdict and observation that load changed, unless the report excuses it. */
export const changesByLoad = (free: LoadReply, loaded: LoadReply): string[] => {
  if ('error' in free || 'error' in loaded) return ['a run ended with an error']
  const problemOf = (id: string) => loaded.problems.find(problem => problem.includes(` ${id}: `)) ?? ''
  return (['checks', 'observations'] as const).flatMap(group => {
    const [before, after]: Readonly<Record<string, unknown>>[] = [free.line[group] ?? {}, loaded.line[group] ?? {}]
    return Object.keys({ ...before, ...after })
      .filter(id => withoutNumbers(before?.[id]) !== withoutNumbers(after?.[id]))
      .map(id => ({ id, problem: problemOf(id.split(' ')[0] ?? '') }))
      .filter(({ problem }) => !excuse.test(problem))
      .map(({ id, problem }) => `${id} was ${show(before?.[id])}, is ${show(after?.[id])}; ${problem}`)
  })
}

const show = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value))

/**
 * Certifies on a free machine, one run at a time, then two at a time beside eight busy processes, and prints what load changed. Returns 1
 * if it changed anything that the report does not excuse.
 */
export const compareUnderLoad = async (selection: Selection): Promise<number> => {
  const jobs = loadJobs(selection)
  const open = () => openWorkerProcess<Job, JobReport>('load')
  const workers = [open(), open()]
  try {
    console.log('On a free machine, one at a time:')
    const free = await carryOut(jobs, workers.slice(0, 1))
    console.log(`Two at a time beside ${busyProcesses} busy processes:`)
    const stop = startBusy(busyProcesses)
    const loaded = await carryOut(jobs, workers).finally(stop)
    const changes = jobs.flatMap(job => {
      const pair = [free.get(nameOf(job)), loaded.get(nameOf(job))] as const
      return changesByLoad(pair[0] ?? { error: '' }, pair[1] ?? { error: '' }).map(
        change => `${nameOf(job)}: ${change}`,
      )
    })
    console.log(changes.length === 0 ? 'Load changed no verdict.' : changes.join('\n'))
    return changes.length === 0 ? 0 : 1
  } finally {
    workers.forEach(worker => void worker.close())
  }
}
