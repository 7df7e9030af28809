import { Command } from 'commander'
import { version } from '../engine/version.ts'
import type { AddCommand } from './command.ts'
import { addDiscover } from './discover.ts'
import { addClauses } from './explain/clauses.ts'
import { addExplain } from './explain/explain.ts'
import { addInit } from './init.ts'
import type { Io } from './io.ts'
import { addPreflight } from './preflight.ts'
import { addReplay } from './replay.ts'
import { addReport } from './report/report.ts'
import { addRun } from './run/run.ts'
import { addServe } from './serve/serve.ts'
import { addSign } from './sign.ts'
import { wrapped } from './text.ts'

const closing =
  'Exit codes: 0 conformant, 1 non-conformant, 2 wrong usage or configuration, 3 incomplete, 4 the harness itself failed.'

/** The commands by purpose, in the order of the help. */
const commands: Readonly<Record<string, readonly AddCommand[]>> = {
  'Set up': [addInit, addPreflight, addDiscover],
  Certify: [addRun, addReplay, addReport],
  'Look up': [addClauses, addExplain],
  Build: [addServe, addSign],
}

/** Creates the command line; the command that ran passes its exit code to `exit`. */
export const createProgram = (io: Io, exit: (code: number) => void): Command => {
  const program = new Command('oc-conformance')
    .description('Conformance tests for gateways, merchants and KYC providers.')
    .version(version, '--version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .exitOverride()
    .configureOutput({
      writeOut: io.out,
      writeErr: io.err,
      // `reportError` prints errors, with their remedies.
      outputError: () => undefined,
      getOutHelpWidth: () => io.columns,
      getErrHelpWidth: () => io.columns,
    })
    .configureHelp({ optionDescription: option => option.description })
    .addHelpText('after', `\n${wrapped(closing, io.columns)}`)
  for (const [heading, group] of Object.entries(commands)) {
    program.commandsGroup(`${heading}:`)
    for (const add of group) add(program, io, exit)
  }
  return program.commandsGroup('Look up:').helpCommand('help [command]', 'Prints the help of a command.')
}
