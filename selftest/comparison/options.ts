import { readFileSync } from 'node:fs'
import { roles } from '../../protocol/operations.ts'
import { type CommonOptions, count, flag, readTable, several, text, usageOf } from '../campaigns/options.ts'
import type { Selection } from './jobs.ts'

const table = {
  every: count('every', 'only the references and about one in N of the others, always the same ones'),
  roles: several(roles, 'role', 'ROLE', 'only this role (repeatable)'),
  name: text('name', 'PART', 'only what has this in its key'),
  keys: {
    ...text('keys', 'FILE', 'only the keys in this file, one a line'),
    read: ([file = '']: string[]) => readFileSync(file, 'utf8').split('\n').filter(Boolean),
  },
  times: count('times', 'so many runs of each (1)'),
  lanes: count('jobs', 'so many processes at the same time (1)'),
  isFresh: flag('fresh', 'do again what is done'),
  differing: text('differing', 'FILE', 'write the keys of what differs into this file, for --keys'),
  results: text('results', 'FILE'),
  noise: { ...text('noise', 'FILE'), isRepeatable: true, read: (files: string[]) => files },
}

export const usage = `node selftest/compare.ts --results FILE [options]
node selftest/compare.ts BEFORE AFTER [--noise FILE ...] [options]

The first line certifies the references, the variants and the mutants by every check, and adds a line for each run to FILE: the
verdict of every clause, the checks that did not pass, and counts. Finished runs are skipped, so it can be interrupted. The second line
prints what differs between two such files, and ends with 1 if anything does. What also differs between runs of one commit is noise:
between the lines of one file, or with those of --noise, which are of the same commit as BEFORE.

${usageOf(table)}`

/** `files`: what is compared, the first with the second; the others are noise of the first. */
export type Options = Selection & CommonOptions & { files: string[]; differing?: string }

/** Reads the command line. Throws with the remedy if it cannot. */
export const readOptions = (args: string[]): Options => {
  const { read, positionals } = readTable(table, args, true)
  const { noise = [], ...options } = read
  // The files after --noise are positional, but for the first.
  const files = [...positionals, ...noise]
  if ((options.results === undefined) === (files.length === 0))
    throw new Error('Give --results FILE, or the two files to compare.')
  if (files.length === 1) throw new Error('Give the two files to compare.')
  return { lanes: 1, ...options, files, isOfAnySources: false, isDocument: false }
}
