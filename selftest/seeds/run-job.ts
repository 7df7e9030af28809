import type { AnyVariant } from '../../implementations/variants/variant.ts'
import { alarmsOfEach } from '../variants/alarms.ts'
import { type AlarmsJob, conformantOf, type Job, nameOf, plantedOf, references } from './jobs.ts'
import { type Trial, tryPlanted } from './planted.ts'

/** The outcome of a job. */
export type Outcome = {
  /** A fault is found, and replayed as FAILED and then as FIXED; a conformant implementation raises no alarm. */
  isAsExpected: boolean
  seconds: number
  /** The alarms that a conformant implementation raised. */
  alarms: string[]
  /** The names of the other variants that the implementation combined. */
  together?: string[]
  /** How a planted fault was found. */
  trial?: Trial
}

/** Runs a job in this process. Throws if the harness itself fails. */
export const runJob = async (job: Job): Promise<Outcome> => {
  const [outcome] = await runBundle([job])
  return outcome as Outcome
}

/** Runs the jobs of a bundle, and divides the time between them. Throws if the harness itself fails. */
export const runBundle = async (bundle: readonly Job[]): Promise<Outcome[]> => {
  const began = performance.now()
  const faults = bundle.filter(job => job.task === 'fault')
  const alarms = bundle.filter(job => job.task === 'alarms')
  const shown = faults.length > 0 ? await Promise.all(faults.map(tryFault)) : await raiseAlarms(alarms)
  const seconds = Math.round((performance.now() - began) / 100 / bundle.length) / 10
  return shown.map(each => ({ ...each, seconds }))
}

type Shown = Omit<Outcome, 'seconds'>

/** Returns whether a fault was found, and every replay came out as required. */
export const isProven = ({ check, replays, afterwards }: Trial): boolean =>
  check !== undefined && replays.every(result => result === 'FAILED') && afterwards === 'FIXED'

const tryFault = async (job: Job & { task: 'fault' }): Promise<Shown> => {
  const mutant = plantedOf(job.role).find(({ name }) => name === job.name)
  if (mutant === undefined) throw new Error(`${nameOf(job)}: no such fault`)
  const trial = await tryPlanted(job.role, mutant, job.seed)
  return { isAsExpected: isProven(trial), alarms: [], trial }
}

const mostAlarms = 20

const variantOf = (job: AlarmsJob): AnyVariant => {
  const variant = conformantOf(job.role).find(({ name }) => name === job.name)
  if (variant === undefined) throw new Error(`${nameOf(job)}: no such implementation`)
  return variant
}

/** `jobs`: a bundle, with the same role, depth and seeds. */
const raiseAlarms = async (jobs: readonly AlarmsJob[]): Promise<Shown[]> => {
  const [first] = jobs
  if (first === undefined) return []
  const variants = jobs.map(variantOf)
  const wholeSeeds = variants.some(variant => references.includes(variant)) ? 10 : 1
  const alarms = await alarmsOfEach(first.role, variants, { ...first, wholeSeeds })
  return alarms.map((own, at) => ({
    isAsExpected: own.length === 0,
    alarms: own.slice(0, mostAlarms).map(alarm => alarm.slice(0, 400)),
    ...(variants.length > 1 ? { together: variants.filter((_, other) => other !== at).map(({ name }) => name) } : {}),
  }))
}
