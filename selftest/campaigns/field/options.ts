import { parseArgs } from 'node:util'
import { type Role, roles } from '../../../protocol/operations.ts'
import { conditions } from '../../field/conditions.ts'
import { type CommonOptions, commonOptions, commonUsage, countOf, oneOf, readCommon } from '../options.ts'
import type { Selection } from './jobs.ts'

/** What is written of the results. */
export const document = 'selftest/results/field.md'

export const usage = `npm run field -- [options]

Certifies the reference of each role, and twenty mutants of each, under each condition of selftest/field/conditions.ts.
What is done is not done again, so a run can be interrupted.

  --condition NAME   only this condition (repeatable): ${conditions.map(({ name }) => name).join(', ')}
  --role ROLE        only this role (repeatable)
  --references       only the references
  --mutants          only the mutants
  --seeds N          at most so many seeds of each reference
  --depth DEPTH      of the references: quick, standard (the default) or thorough
${commonUsage('field', document)}
  --load             certify on a machine under load instead, and compare with a free one`

export type Options = Selection & CommonOptions & { isLoad: boolean }

/** Reads the command line. Throws with the remedy if it cannot. */
export const readOptions = (args: string[]): Options => {
  const { values } = parseArgs({
    args,
    options: {
      condition: { type: 'string', multiple: true },
      role: { type: 'string', multiple: true },
      references: { type: 'boolean', default: false },
      mutants: { type: 'boolean', default: false },
      seeds: { type: 'string' },
      depth: { type: 'string' },
      ...commonOptions,
      load: { type: 'boolean', default: false },
    },
  })
  const names = conditions.map(({ name }) => name)
  const kind = values.references === values.mutants ? undefined : values.mutants ? 'mutants' : 'references'
  return {
    ...(values.condition ? { conditions: values.condition.map(name => oneOf(names, name, 'condition')) } : {}),
    ...(values.role ? { roles: values.role.map((role): Role => oneOf(roles, role, 'role')) } : {}),
    ...(kind ? { kind } : {}),
    ...(values.seeds ? { seeds: countOf(values.seeds, 'seeds') } : {}),
    ...(values.depth ? { depth: oneOf(['quick', 'standard', 'thorough'], values.depth, 'depth') } : {}),
    ...readCommon(values),
    isLoad: values.load,
  }
}
