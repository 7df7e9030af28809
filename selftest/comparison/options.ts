import { readFileSync } from 'node:fs'
import { roles } from '../../protocol/operations.ts'
import { type CommonOptions, count, flag, readTable, several, text, usageOf } from '../campaigns/options.ts'
import type { Selection } from './jobs.ts'

const table = {
  every: count('every', 'only the references and about one in N of the others, always the same ones'),
  roles: several(roles, 'role', 'ROLE', 'only this role (repeatable)'),
  name: text('name', 'PART', 'only keys that contain this'),
  keys: {
    ...text('keys', 'FILE', 'only the keys in this file, one a line'),
    read: ([file = '']: string[]) => readFileSync(file, 'utf8').split('\n').filter(Boolean),
  },
  times: count('times', 'N runs of each (1)'),
  lanes: count('jobs', 'N processes at the same time (1)'),
  isFresh: flag('fresh', 'repeat finished jobs'),
  differing: text('differing', 'FILE', 'write the differing keys to this file, for --keys'),
  results: text('results', 'FILE'),
  noise: { ...text('noise', 'FILE'), isRepeatable: true, read: (files: string[]) => files },
}

export const usage = `node selftest/compare.ts --results FILE [options]
node selftest/compare.ts BEFORE AFTER [--noise FILE ...] [options]

The first line certifies the references, the variants and the mutants by every check, and adds a line for each run to FILE: the verdict of
every clause, the checks that did not pass, and counts. Finished runs are skipped, so it can be interrupted. The second line prints the
differences between two such files, and exits with 1 if there are any. Differences between runs of one commit are noise: within a file, or
between BEFORE and the files of --noise, which are of the same commit.

${usageOf(table)}`

/** `files`: the first is compared with the second; the others show noise of the first. */
export type Options = Selection & CommonOptions & { files: string[]; differing?: string }

/** Reads the command line. Throws with the remedy if it cannot. */
export const readOptions = (args: string[]): Options => {
  const { read, positionals } = readTable(table, args, true)
  const { noise = [], ...options } = read
  // All files after --noise except the first are positional.
  const files = [...positionals, ...noise]
  if ((options.results === undefined) === (files.length === 0))
    throw new Error('Give --results FILE, or the two files to compare.')
  if (files.length === 1) throw new Error('Give the two files to compare.')
  return { lanes: 1, ...options, files, isOfAnySources: false, isDocument: false }
}
