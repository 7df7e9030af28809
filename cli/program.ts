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
  'Exit codes: 0 conformant, 1 non-conformant, 2 wrong usage or set-up, 3 incomplete, 4 the harness itself failed.'

/** In the order of the help. */
const commands: readonly AddCommand[] = [
  addRun,
  addReplay,
  addInit,
  addPreflight,
  addDiscover,
  addServe,
  addSign,
  addClauses,
  addExplain,
  addReport,
]

/** Creates the command line; the command that ran passes its exit code to `exit`. */
export const createProgram = (io: Io, exit: (code: number) => void): Command => {
  const program = new Command('oc-conformance')
    .description('Conformance tests for gateways, merchants and KYC providers.')
    .version(version, '--version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
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
  for (const add of commands) add(program, io, exit)
  return program
}
