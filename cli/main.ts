import { reportError } from './errors.ts'
import type { Io } from './io.ts'
import { neutralIo } from './neutral.ts'
import { leave, processIo, tolerateClosedPipes } from './process.ts'
import { createProgram } from './program.ts'

/** Runs one command line (without `node` and the script) and returns its exit code. Never throws. */
export const main = async (argv: readonly string[], surroundings: Io): Promise<number> => {
  const io = neutralIo(surroundings)
  let code = 0
  try {
    await createProgram(io, result => {
      code = result
    }).parseAsync(argv, { from: 'user' })
    return code
  } catch (error) {
    return reportError(error, argv, io)
  }
}

/** Runs the command line of this process, then ends the process. */
export const start = async (): Promise<void> => {
  tolerateClosedPipes()
  await leave(await main(process.argv.slice(2), processIo()))
}

if (import.meta.main) await start()
