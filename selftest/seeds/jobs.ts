import type { RunSettings } from '../../engine/settings/settings.ts'
import { type AnyMutant, mutantsOf } from '../../implementations/mutants/index.ts'
import { variantsOf } from '../../implementations/variants/index.ts'
import type { AnyVariant } from '../../implementations/variants/variant.ts'
import { type Role, roles } from '../../protocol/operations.ts'
import { groupsOfVariants } from '../variants/groups.ts'

type FaultJob = { task: 'fault'; role: Role; name: string; seed: number }
export type AlarmsJob = { task: 'alarms'; role: Role; name: string; depth: RunSettings['depth']; seeds: number }

/** A planted fault with one seed, or a conformant implementation with seeds from 1 to a number. */
export type Job = FaultJob | AlarmsJob

/** A selection; an absent member selects everything. */
export type Selection = {
  task?: Job['task']
  roles?: readonly Role[]
  /** A part of the name of the fault, or of the implementation. */
  name?: string
  /** Maximum number of seeds. */
  seeds?: number
  depth?: 'quick' | 'standard'
}

const faultSeeds = 10
const alarmSeeds = { quick: 100, standard: 10 } as const

/** The unchanged reference, in test and in production. */
export const references: readonly AnyVariant[] = [
  { name: 'the reference', story: '' },
  { name: 'the reference in production', story: '', environment: 'production' },
]

/** Returns the conformant implementations of a role: the unchanged reference, and the variants. */
export const conformantOf = (role: Role): readonly AnyVariant[] => [...references, ...variantsOf[role]]

/** Returns the planted faults of a role that have a kind. */
export const plantedOf = (role: Role): readonly AnyMutant[] => mutantsOf[role].filter(({ kind }) => kind !== undefined)

/** Names a job in one line; two jobs with one name are the same. */
export const nameOf = (job: Job): string =>
  job.task === 'fault'
    ? `${job.role}, fault: ${job.name}, seed ${job.seed}`
    : `${job.role}, ${job.name}, ${job.depth}, seeds 1 to ${job.seeds}`

/** Returns the jobs of a selection: the faults, then the conformant implementations, by role. */
export const jobsOf = ({ task, name = '', depth: only, ...selection }: Selection): Job[] => {
  const selected = roles.filter(role => selection.roles?.includes(role) ?? true)
  const most = selection.seeds ?? Number.POSITIVE_INFINITY
  const isNamed = (candidate: { name: string }) => candidate.name.includes(name)
  const faults = selected.flatMap(role =>
    plantedOf(role)
      .filter(isNamed)
      .flatMap(fault =>
        Array.from({ length: Math.min(faultSeeds, most) }, (_, at): Job => {
          return { task: 'fault', role, name: fault.name, seed: at + 1 }
        }),
      ),
  )
  const depths = (['quick', 'standard'] as const).filter(depth => only === undefined || depth === only)
  const alarms = depths.flatMap(depth =>
    selected.flatMap(role =>
      conformantOf(role)
        .filter(isNamed)
        .map((variant): Job => {
          return { task: 'alarms', role, name: variant.name, depth, seeds: Math.min(alarmSeeds[depth], most) }
        }),
    ),
  )
  return [...(task === 'alarms' ? [] : faults), ...(task === 'fault' ? [] : alarms)]
}

/** Bundles jobs: variants that one implementation can combine, with the same seeds; everything else alone. */
export const bundlesOf = (jobs: readonly Job[]): Job[][] => {
  const variants = jobs.filter(job => job.task === 'alarms' && !references.some(({ name }) => name === job.name))
  const similar = Map.groupBy(variants as AlarmsJob[], ({ role, depth, seeds }) => `${role} ${depth} ${seeds}`)
  return [
    ...jobs.filter(job => !variants.includes(job)).map(job => [job]),
    ...[...similar.values()].flatMap(bundlesOfVariants),
  ]
}

const bundlesOfVariants = (jobs: readonly AlarmsJob[]): AlarmsJob[][] => {
  const jobOf = new Map(jobs.map(job => [job.name, job]))
  const variants = jobs.slice(0, 1).flatMap(({ role }) => variantsOf[role].filter(({ name }) => jobOf.has(name)))
  return groupsOfVariants(variants).map(group => group.flatMap(({ name }) => jobOf.get(name) ?? []))
}
