import { exitCodeOf } from './failure.ts'
import type { Io } from './io.ts'
import { leave, processIo, tolerateClosedPipes } from './process.ts'
import { createProgram } from './program.ts'

/** Runs one command line (without `node` and the script) and answers its exit code. Never throws. */
export const main = async (argv: readonly string[], io: Io): Promise<number> => {
  let code = 0
  try {
    await createProgram(io, result => {
      code = result
    }).parseAsync(argv, { from: 'user' })
    return code
  } catch (error) {
    return exitCodeOf(error, argv, io)
  }
}

/** Runs the command line of this process, and ends it. */
export const start = async (): Promise<void> => {
  tolerateClosedPipes()
  await leave(await main(process.argv.slice(2), processIo()))
}

if (import.meta.main) await start()
