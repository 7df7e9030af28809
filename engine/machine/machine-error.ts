import { machineLimitOf } from '../../harness/machine-limits.ts'
import { UsageError } from '../settings/usage-error.ts'

/**
 * The machine has run out of something: disk space, files, memory, ports. The command line prints the cause and the remedy, without a
 * stack, and exits with 3.
 */
export class MachineError extends Error {
  override readonly name = 'MachineError'
  /** What to do about it, in one sentence. */
  readonly remedy: string

  constructor(cause: string, remedy: string) {
    super(cause)
    this.remedy = remedy
  }
}

/** An error with a remedy. */
export type Trouble = UsageError | MachineError

const isTrouble = (error: unknown): error is Trouble => error instanceof UsageError || error instanceof MachineError

/** Returns the error with its remedy if the system refused something; undefined for a bug. */
export const troubleIn = (error: unknown): Trouble | undefined => {
  if (isTrouble(error)) return error
  const limit = machineLimitOf(error)
  if (limit === undefined) return undefined
  return new (limit.isSetUp ? UsageError : MachineError)(`${limit.cause}.`, limit.remedy)
}

/** Returns the exit code for an error: 2 for an invalid configuration, 3 for a resource that the machine has run out of. */
export const exitCodeFor = (trouble: Trouble): 2 | 3 => (trouble instanceof UsageError ? 2 : 3)

/** Returns the error for something that cannot be written; `remedy`: what to do if the machine has not run out of anything. */
export const cannotWrite = (what: string, error: unknown, remedy: string): Trouble => {
  if (isTrouble(error)) return error
  const { code = 'an unknown error' } = error as NodeJS.ErrnoException
  const limit = machineLimitOf(error)
  const cause = `${what} cannot be written (${code}).`
  return limit === undefined || limit.isSetUp || code === 'ENOENT'
    ? new UsageError(cause, remedy)
    : new MachineError(cause, limit.remedy)
}
