import { withValues } from '../engine/with-values.ts'
import { reportError } from './errors.ts'
import type { Io } from './io.ts'
import { neutralIo } from './neutral.ts'
import { hearSignals, onUncaught, processIo, watchOutput } from './process.ts'
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

/** Runs the command line of this process, then ends the process: with 1 only for a verdict. */
export const start = async (): Promise<void> => {
  const { leave, lost } = watchOutput()
  const argv = process.argv.slice(2)
  const err = (text: string) => void process.stderr.write(text)
  onUncaught(error => void leave(reportError(error, argv, { err })))
  await leave(await run(argv, { err, lost }))
}

const run = async (argv: readonly string[], { err, lost }: Pick<Io, 'err' | 'lost'>): Promise<number> => {
  try {
    return await main(argv, processIo({ onInterrupt: hearSignals(), ...withValues({ lost }) }))
  } catch (error) {
    return reportError(error, argv, { err })
  }
}

if (import.meta.main) await start()
