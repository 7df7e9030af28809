import { addAmbiguities } from './ambiguities.ts'
import type { AddCommand } from './command.ts'

/** What can be done with finished reports: one file for each verb. */
const verbs: readonly AddCommand[] = [addAmbiguities]

export const addReport: AddCommand = (program, io, exit) => {
  const command = program
    .command('report')
    .description('Reads finished reports: what they say together, about the protocol and about each other.')
    .helpCommand('help [verb]', 'print the help of a verb')
  for (const add of verbs) add(command, io, exit)
}
