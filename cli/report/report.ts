import type { AddCommand } from '../command.ts'
import { addAmbiguities } from './ambiguities.ts'
import { addDiff } from './diff.ts'
import { addMatrix } from './matrix.ts'
import { addMerge } from './merge.ts'
import { addRender } from './render.ts'
import { addVerify } from './verify.ts'

/** The verbs of `report`, one file each. */
const verbs: readonly AddCommand[] = [addRender, addDiff, addMerge, addVerify, addMatrix, addAmbiguities]

export const addReport: AddCommand = (program, io, exit) => {
  const command = program
    .command('report')
    .description('Renders, compares, merges and verifies finished reports.')
    .helpCommand('help [verb]', 'print the help of a verb')
  for (const add of verbs) add(command, io, exit)
}
