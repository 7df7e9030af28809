import { inspect } from 'node:util'
import { CommanderError } from 'commander'
import { UsageError } from '../engine/settings/usage-error.ts'
import type { Io } from './io.ts'
import { line } from './text.ts'

/** Prints an error and returns the exit code: 2 for wrong usage, 0 for requested help, 4 for a fault of the harness. */
export const reportError = (error: unknown, argv: readonly string[], io: Io): number => {
  if (error instanceof CommanderError) return reportCommanderError(error, argv, io)
  if (error instanceof UsageError) return reportUsageError(error.message, error.remedy, io)
  io.err(`The harness itself failed; this is a bug.\n${inspect(error, { depth: 4 })}\n`)
  return 4
}

const reportUsageError = (cause: string, remedy: string, { err }: Io): number => {
  err(line(`error: ${cause}`))
  err(line(remedy))
  return 2
}

const reportCommanderError = (error: CommanderError, argv: readonly string[], io: Io): number => {
  if (error.exitCode === 0) return 0
  // Without a command, commander has printed the help.
  if (error.code === 'commander.help') return 2
  const [cause = '', hint] = error.message.replace(/^error: /, '').split('\n')
  const command =
    argv[0] === undefined || argv[0].startsWith('-') || error.code === 'commander.unknownCommand' ? '' : ` ${argv[0]}`
  return reportUsageError(
    `${cause.replace(/\.$/, '')}.`,
    hint?.replace(/^\((.*)\)$/, '$1') ?? `oc-conformance${command} --help says what it takes.`,
    io,
  )
}
