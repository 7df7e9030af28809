/**
 * Wrong usage: an option, a config, a key or a file that does not do. It is printed as two short lines, the cause and the
 * remedy, and ends the process with 2; it never quotes a key.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  /** What to do about it, one sentence. */
  readonly remedy: string

  constructor(cause: string, remedy: string) {
    super(cause)
    this.remedy = remedy
  }
}
