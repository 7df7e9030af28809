import { parseArgs } from 'node:util'
import { type Role, roles } from '../../../protocol/operations.ts'
import type { Selection } from '../../seeds/jobs.ts'
import { type CommonOptions, commonOptions, commonUsage, countOf, oneOf, readCommon } from '../options.ts'

/** What is written of the results. */
export const documents = { faults: 'selftest/results/faults.md', alarms: 'selftest/results/alarms.md' }

export const usage = `npm run seeds -- [options]

Tries each planted fault that has a kind with ten seeds at standard depth, and replays what finds it. Certifies the reference and
each variant with a hundred seeds at quick depth and ten at standard. What is done is not done again, so a run can be
interrupted.

  --faults           only the planted faults
  --alarms           only the reference and the variants
  --role ROLE        only this role (repeatable)
  --name PART        only what has this in its name
  --seeds N          at most so many seeds
  --depth DEPTH      of the reference and the variants only quick, or only standard
${commonUsage('seeds', `${documents.faults} and ${documents.alarms}, or the one selected,`)}`

export type Options = Selection & CommonOptions

/** Reads the command line. Throws with the remedy if it cannot. */
export const readOptions = (args: string[]): Options => {
  const { values } = parseArgs({
    args,
    options: {
      faults: { type: 'boolean', default: false },
      alarms: { type: 'boolean', default: false },
      role: { type: 'string', multiple: true },
      name: { type: 'string' },
      seeds: { type: 'string' },
      depth: { type: 'string' },
      ...commonOptions,
    },
  })
  const task = values.faults === values.alarms ? undefined : values.faults ? 'fault' : 'alarms'
  return {
    ...(task ? { task } : {}),
    ...(values.role ? { roles: values.role.map((role): Role => oneOf(roles, role, 'role')) } : {}),
    ...(values.name ? { name: values.name } : {}),
    ...(values.seeds ? { seeds: countOf(values.seeds, 'seeds') } : {}),
    ...(values.depth ? { depth: oneOf(['quick', 'standard'], values.depth, 'depth') } : {}),
    ...readCommon(values),
  }
}
