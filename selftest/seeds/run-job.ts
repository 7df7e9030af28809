import { alarmsOf } from '../variants/alarms.ts'
import { conformantOf, type Job, nameOf, plantedOf, references } from './jobs.ts'
import { type Trial, tryPlanted } from './planted.ts'

/** What a job showed. */
export type Outcome = {
  /** A fault is found, and replayed as FAILED and then as FIXED; a conformant implementation raises no alarm. */
  isAsExpected: boolean
  seconds: number
  /** The alarms that a conformant implementation raised. */
  alarms: string[]
  /** How a planted fault was found. */
  trial?: Trial
}

/** Carries out a job in this process. Throws if the harness itself fails. */
export const runJob = async (job: Job): Promise<Outcome> => {
  const began = performance.now()
  const shown = job.task === 'fault' ? await tryFault(job) : await raiseAlarms(job)
  return { ...shown, seconds: Math.round((performance.now() - began) / 100) / 10 }
}

type Shown = Omit<Outcome, 'seconds'>

/** Tells whether a fault was found, and every replay came to what it has to. */
export const isProven = ({ check, replays, afterwards }: Trial): boolean =>
  check !== undefined && replays.every(result => result === 'FAILED') && afterwards === 'FIXED'

const tryFault = async (job: Job & { task: 'fault' }): Promise<Shown> => {
  const mutant = plantedOf(job.role).find(({ name }) => name === job.name)
  if (mutant === undefined) throw new Error(`${nameOf(job)}: no such fault`)
  const trial = await tryPlanted(job.role, mutant, job.seed)
  return { isAsExpected: isProven(trial), alarms: [], trial }
}

const mostAlarms = 20

const raiseAlarms = async (job: Job & { task: 'alarms' }): Promise<Shown> => {
  const variant = conformantOf(job.role).find(({ name }) => name === job.name)
  if (variant === undefined) throw new Error(`${nameOf(job)}: no such implementation`)
  const alarms = await alarmsOf(job.role, variant, { ...job, wholeSeeds: references.includes(variant) ? 10 : 1 })
  return { isAsExpected: alarms.length === 0, alarms: alarms.slice(0, mostAlarms).map(alarm => alarm.slice(0, 400)) }
}
