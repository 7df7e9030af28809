import { scriptedCheckoutVariants } from '../../implementations/variants/gateway/scripted-pages.ts'
import { scriptedConsentVariants } from '../../implementations/variants/kyc/scripted-pages.ts'
import type { AnyVariant } from '../../implementations/variants/variant.ts'
import type { Role } from '../../protocol/operations.ts'
import { pageMutantsOf, rolesWithPages } from './page-checks.ts'

export type RoleWithPages = (typeof rolesWithPages)[number]

/** A mutant whose fault shows on a page, in the browser; or a variant with scripted pages, with a driver. */
export type Job =
  | { task: 'mutant'; role: RoleWithPages; name: string }
  | { task: 'variant'; role: RoleWithPages; name: string; driver: 'browser' | 'forms' }

/** A selection; an absent member selects everything. */
export type Selection = {
  task?: Job['task']
  roles?: readonly Role[]
  /** A part of the name of the mutant or variant. */
  name?: string
}

/** The variants with scripted pages. */
export const scriptedVariantsOf: Readonly<Record<RoleWithPages, readonly AnyVariant[]>> = {
  gateway: scriptedCheckoutVariants as readonly AnyVariant[],
  kyc: scriptedConsentVariants as readonly AnyVariant[],
}

/** Names a job in one line; two jobs with one name are the same. */
export const nameOf = (job: Job): string =>
  job.task === 'mutant'
    ? `${job.role}, mutant: ${job.name}`
    : `${job.role}, variant with the driver ${job.driver}: ${job.name}`

/** Returns the jobs of a selection: the mutants, then the variants, by role. */
export const jobsOf = ({ task, roles = rolesWithPages, name = '' }: Selection): Job[] => {
  const selected = rolesWithPages.filter(role => roles.includes(role))
  const mutants = selected.flatMap(role =>
    pageMutantsOf(role).map((mutant): Job => ({ task: 'mutant', role, name: mutant.name })),
  )
  const variants = selected.flatMap(role =>
    scriptedVariantsOf[role].flatMap(variant =>
      (['browser', 'forms'] as const).map((driver): Job => ({ task: 'variant', role, name: variant.name, driver })),
    ),
  )
  return [...mutants, ...variants].filter(job => job.name.includes(name) && (task === undefined || job.task === task))
}
