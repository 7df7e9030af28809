import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Role, roles } from '../../protocol/operations.ts'
import { type CommonOptions, countOf, oneOf } from '../campaigns/options.ts'
import type { Selection } from './jobs.ts'

export const usage = `node selftest/compare.ts --results FILE [options]
node selftest/compare.ts BEFORE AFTER [--noise FILE ...] [options]

The first line certifies the references, the variants and the mutants by every check, and adds a line for each run to FILE: the
verdict of every clause, the checks that did not pass, and counts. Finished runs are skipped, so it can be interrupted. The second line
prints what differs between two such files, and ends with 1 if anything does. What also differs between runs of one commit is noise:
between the lines of one file, or with those of --noise, which are of the same commit as BEFORE.

  --every N          only the references and about one in N of the others, always the same ones
  --role ROLE        only this role (repeatable)
  --name PART        only what has this in its key
  --keys FILE        only the keys in this file, one a line
  --times N          so many runs of each (1)
  --jobs N           so many processes at the same time (1)
  --fresh            do again what is done
  --differing FILE   write the keys of what differs into this file, for --keys`

/** `files`: what is compared, the first with the second; the others are noise of the first. */
export type Options = Selection & CommonOptions & { files: string[]; differing?: string }

const keysIn = (file: string): string[] => readFileSync(file, 'utf8').split('\n').filter(Boolean)

const parse = (args: string[]) =>
  parseArgs({
    args,
    allowPositionals: true,
    options: {
      results: { type: 'string' },
      every: { type: 'string' },
      role: { type: 'string', multiple: true },
      name: { type: 'string' },
      keys: { type: 'string' },
      times: { type: 'string' },
      jobs: { type: 'string', default: '1' },
      fresh: { type: 'boolean', default: false },
      noise: { type: 'string', multiple: true, default: [] },
      differing: { type: 'string' },
    },
  })

const selectionIn = ({ every, role, name, keys, times }: ReturnType<typeof parse>['values']): Selection => ({
  ...(every ? { every: countOf(every, 'every') } : {}),
  ...(role ? { roles: role.map((each): Role => oneOf(roles, each, 'role')) } : {}),
  ...(name ? { name } : {}),
  ...(keys ? { keys: keysIn(keys) } : {}),
  ...(times ? { times: countOf(times, 'times') } : {}),
})

/** Reads the command line. Throws with the remedy if it cannot. */
export const readOptions = (args: string[]): Options => {
  const { values, positionals } = parse(args)
  const { results, differing } = values
  // The files after --noise are positional, but for the first.
  const files = [...positionals, ...values.noise]
  if ((results === undefined) === (files.length === 0))
    throw new Error('Give --results FILE, or the two files to compare.')
  if (files.length === 1) throw new Error('Give the two files to compare.')
  return {
    ...selectionIn(values),
    ...(results ? { results } : {}),
    ...(differing ? { differing } : {}),
    files,
    lanes: countOf(values.jobs, 'jobs'),
    isFresh: values.fresh,
    isOfAnySources: false,
    isDocument: false,
  }
}
