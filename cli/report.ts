import { addAmbiguities } from './ambiguities.ts'
import type { AddCommand } from './command.ts'
import { addDiff } from './diff.ts'
import { addMatrix } from './matrix.ts'
import { addRender } from './render.ts'

/** The verbs of `report`, one file each. */
const verbs: readonly AddCommand[] = [addRender, addDiff, addMatrix, addAmbiguities]

export const addReport: AddCommand = (program, io, exit) => {
  const command = program
    .command('report')
    .description('Renders and compares finished reports.')
    .helpCommand('help [verb]', 'print the help of a verb')
  for (const add of verbs) add(command, io, exit)
}
