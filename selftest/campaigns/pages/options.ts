import { parseArgs } from 'node:util'
import type { Role } from '../../../protocol/operations.ts'
import type { Selection } from '../../pages/jobs.ts'
import { rolesWithPages } from '../../pages/page-checks.ts'
import { type CommonOptions, commonOptions, commonUsage, oneOf, readCommon } from '../options.ts'

/** What is written of the results. */
export const document = 'selftest/results/pages.md'

export const usage = `npm run pages -- [options]

Tries each mutant whose fault shows on a page in a browser, by the checks that find it with forms. Certifies each variant whose pages
are in script with the browser and with forms. What is done is not done again, so a run can be interrupted.

  --mutants          only the mutants
  --variants         only the variants
  --role ROLE        only this role (repeatable): ${rolesWithPages.join(', ')}
  --name PART        only what has this in its name
${commonUsage('pages', document)}`

export type Options = Selection & CommonOptions

/** Reads the command line. Throws with the remedy if it cannot. */
export const readOptions = (args: string[]): Options => {
  const { values } = parseArgs({
    args,
    options: {
      mutants: { type: 'boolean', default: false },
      variants: { type: 'boolean', default: false },
      role: { type: 'string', multiple: true },
      name: { type: 'string' },
      ...commonOptions,
    },
  })
  const task = values.mutants === values.variants ? undefined : values.mutants ? 'mutant' : 'variant'
  return {
    ...(task ? { task } : {}),
    ...(values.role ? { roles: values.role.map((role): Role => oneOf(rolesWithPages, role, 'role')) } : {}),
    ...(values.name ? { name: values.name } : {}),
    ...readCommon(values),
  }
}
