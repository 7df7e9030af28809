/**
 * Wrong usage: an option, a config, a key or a file that cannot be used. The command line prints two short lines, the
 * cause and the remedy, and exits with 2. It never quotes a key.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  /** What to do about it, in one sentence. */
  readonly remedy: string

  constructor(cause: string, remedy: string) {
    super(cause)
    this.remedy = remedy
  }
}
