import { inspect } from 'node:util'
import { CommanderError } from 'commander'
import { exitCodeFor, type Trouble, troubleIn } from '../engine/machine/machine-error.ts'
import { UsageError } from '../engine/settings/usage-error.ts'
import type { Io } from './io.ts'
import { line } from './text.ts'

type Err = Pick<Io, 'err'>

/**
 * Prints an error and returns the exit code: 2 for wrong usage, 3 if the machine has run out of something, 0 for requested help, 4 for a
 * fault of the harness.
 */
export const reportError = (error: unknown, argv: readonly string[], io: Err): number => {
  if (error instanceof CommanderError) return reportCommanderError(error, argv, io)
  const trouble = troubleIn(error)
  if (trouble) return reportTrouble(trouble, io)
  io.err(`The harness itself failed; this is a bug.\n${inspect(error, { depth: 4 })}\n`)
  return 4
}

/** Prints a cause and a remedy; returns the exit code that goes with them. */
export const reportTrouble = (trouble: Trouble, { err }: Err): number => {
  err(line(`error: ${trouble.message}`))
  err(line(trouble.remedy))
  return exitCodeFor(trouble)
}

const reportCommanderError = (error: CommanderError, argv: readonly string[], io: Err): number => {
  if (error.exitCode === 0) return 0
  // Without a command, commander has printed the help.
  if (error.code === 'commander.help') return 2
  const [cause = '', hint] = error.message.replace(/^error: /, '').split('\n')
  const command =
    argv[0] === undefined || argv[0].startsWith('-') || error.code === 'commander.unknownCommand' ? '' : ` ${argv[0]}`
  const remedy = hint?.replace(/^\((.*)\)$/, '$1') ?? `oc-conformance${command} --help shows the usage.`
  return reportTrouble(new UsageError(`${cause.replace(/\.$/, '')}.`, remedy), io)
}
