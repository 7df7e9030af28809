import { parseArgs } from 'node:util'
import { type Role, roles } from '../../../protocol/operations.ts'
import { countOf, oneOf } from '../../batch/options.ts'
import { conditions } from '../conditions.ts'
import type { Selection } from './jobs.ts'

export const usage = `npm run field -- [options]

Certifies the reference of each role, and twenty mutants of each, under each condition of selftest/field/conditions.ts.
What is done is not done again, so a run can be interrupted.

  --condition NAME   only this condition (repeatable): ${conditions.map(({ name }) => name).join(', ')}
  --role ROLE        only this role (repeatable)
  --references       only the references
  --mutants          only the mutants
  --seeds N          at most so many seeds of each reference
  --depth DEPTH      of the references: quick, standard (the default) or thorough
  --jobs N           so many processes where a condition mostly waits (1)
  --fresh            do again what is done
  --results FILE     where results are kept (selftest/field/results.ndjson)
  --document         run nothing: write docs/field.md from the results
  --load             certify on a machine under load instead, and compare with a free one`

export type Options = Selection & {
  lanes: number
  isFresh: boolean
  results?: string
  task: 'run' | 'document' | 'load'
}

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
      jobs: { type: 'string', default: '1' },
      fresh: { type: 'boolean', default: false },
      results: { type: 'string' },
      document: { type: 'boolean', default: false },
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
    ...(values.results ? { results: values.results } : {}),
    lanes: countOf(values.jobs, 'jobs'),
    isFresh: values.fresh,
    task: values.document ? 'document' : values.load ? 'load' : 'run',
  }
}
