import { inspect } from 'node:util'
import { CommanderError } from 'commander'
import { UsageError } from '../engine/settings/usage-error.ts'
import type { Io } from './io.ts'
import { line } from './text.ts'

/** Wrong usage ends with 2, help that was asked for with 0, a fault of the harness with 4. */
export const exitCodeOf = (error: unknown, argv: readonly string[], io: Io): number => {
  if (error instanceof CommanderError) return ofCommander(error, argv, io)
  if (error instanceof UsageError) return wrongUsage(error.message, error.remedy, io)
  io.err(`The harness itself failed; this is a bug.\n${stackOf(error)}\n`)
  return 4
}

/** The whole of it, causes included: whoever mends the harness needs it. */
const stackOf = (error: unknown): string => inspect(error, { depth: 4 })

const wrongUsage = (cause: string, remedy: string, { err }: Io): number => {
  err(line(`error: ${cause}`))
  err(line(remedy))
  return 2
}

const ofCommander = (error: CommanderError, argv: readonly string[], io: Io): number => {
  if (error.exitCode === 0) return 0
  // No command at all: commander printed the help.
  if (error.code === 'commander.help') return 2
  const [cause = '', hint] = error.message.replace(/^error: /, '').split('\n')
  const command =
    argv[0] === undefined || argv[0].startsWith('-') || error.code === 'commander.unknownCommand' ? '' : ` ${argv[0]}`
  return wrongUsage(
    `${cause.replace(/\.$/, '')}.`,
    hint?.replace(/^\((.*)\)$/, '$1') ?? `oc-conformance${command} --help says what it takes.`,
    io,
  )
}
