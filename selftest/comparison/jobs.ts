import { shardOf } from '../../engine/checks/selection.ts'
import type { RunSettings } from '../../engine/settings/settings.ts'
import { type FormerNames, firstNameOf } from '../../implementations/former-names.ts'
import type { Implementation } from '../../implementations/implementation.ts'
import { mutantsOf } from '../../implementations/mutants/index.ts'
import { variantsOf } from '../../implementations/variants/index.ts'
import { type Role, roles } from '../../protocol/operations.ts'
import type { CommonPolicies } from '../../reference/every-role/contract.ts'
import { type Certified, certifyTarget, withImplementation } from '../certify.ts'
import { depthFor } from '../mutants/depth.ts'
import { certifyByCommand } from './command-line.ts'

/** An implementation certified before and after a change. */
type Subject = {
  kind: 'reference' | 'variant' | 'mutant'
  role: Role
  /** Identifies it in every commit: its first name, which no renaming, move or new story changes. */
  key: string
  implementation: Implementation<CommonPolicies>
  /** `first look`: quick depth by the command, which omits most checks; otherwise every check runs. */
  depth: RunSettings['depth'] | 'first look'
}

/** A certification of a subject; `run` counts those of the same subject, from 1. */
export type Job = Pick<Subject, 'kind' | 'role' | 'key'> & { run: number }

/** A selection; an absent member selects everything. */
export type Selection = {
  roles?: readonly Role[]
  /** The references, and about one in N of the other implementations. */
  every?: number
  /** A part of the key. */
  name?: string
  /** Only the subjects with these keys. */
  keys?: readonly string[]
  /** How often each is certified; once by default. */
  times?: number
}

/** Longer than any run lasts beside others, in milliseconds. */
const longestRunMs = 20 * 60_000

/** Certifies a subject. */
export const certify = ({ role, implementation, depth }: Subject): Promise<Certified> =>
  depth === 'first look'
    ? certifyByCommand(role)
    : withImplementation(role, { implementation, settings: { depth } }, settings =>
        certifyTarget(settings, longestRunMs),
      )

const reference = { name: 'the reference', story: '' }

const referenceOf = (
  role: Role,
  key: string,
  { environment, depth }: Pick<RunSettings, 'environment'> & Pick<Subject, 'depth'>,
): Subject => ({
  kind: 'reference',
  role,
  key: `${role}, ${key}`,
  implementation: environment === 'production' ? { ...reference, environment } : reference,
  depth,
})

/** These keys are literals, so that they never change. */
const referencesOf = (role: Role): Subject[] => [
  referenceOf(role, 'the reference at quick depth', { environment: 'test', depth: 'quick' }),
  referenceOf(role, 'the reference at standard depth', { environment: 'test', depth: 'standard' }),
  referenceOf(role, 'the reference in production at quick depth', { environment: 'production', depth: 'quick' }),
  referenceOf(role, 'the reference in production at standard depth', { environment: 'production', depth: 'standard' }),
  referenceOf(role, 'first look at the reference', { environment: 'test', depth: 'first look' }),
]

/** Returns the subjects of a role: the references, the variants, and the mutants at the depth that must find them. */
export const subjectsOf = (role: Role, table?: FormerNames): Subject[] => {
  const keyOf = (name: string) => `${role}, ${firstNameOf(role, name, table)}`
  return [
    ...referencesOf(role),
    ...variantsOf[role].map((implementation): Subject => {
      return { kind: 'variant', role, key: keyOf(implementation.name), implementation, depth: 'quick' }
    }),
    ...mutantsOf[role].map((implementation): Subject => {
      return { kind: 'mutant', role, key: keyOf(implementation.name), implementation, ...depthFor(implementation) }
    }),
  ]
}

/** Returns whether a subject is a reference, or one in `every` of the others: only its key decides. */
export const isChosen = ({ kind, key }: Pick<Subject, 'kind' | 'key'>, every: number): boolean =>
  kind === 'reference' || shardOf(key, every) === 1

/** Returns whether a selection includes a subject. */
export const isSelected = (
  subject: Pick<Subject, 'kind' | 'role' | 'key'>,
  { roles: selected, every = 1, name = '', keys }: Selection,
): boolean =>
  (selected?.includes(subject.role) ?? true) &&
  subject.key.includes(name) &&
  (keys?.includes(subject.key) ?? true) &&
  isChosen(subject, every)

/** Names a job in one line; two jobs with one name are the same. */
export const nameOf = ({ key, run }: Pick<Job, 'key' | 'run'>): string => (run === 1 ? key : `${key}, run ${run}`)

/** Returns the jobs of a selection, the first run of every subject before the second. */
export const jobsOf = (selection: Selection): Job[] => {
  const subjects = roles.flatMap(role => subjectsOf(role)).filter(subject => isSelected(subject, selection))
  return Array.from({ length: selection.times ?? 1 }, (_, at) => at + 1).flatMap(run =>
    subjects.map(({ kind, role, key }) => ({ kind, role, key, run })),
  )
}
