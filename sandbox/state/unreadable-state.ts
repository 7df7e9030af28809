/** The state of a role cannot be read, so that the role does not start; `remedy` says what to do. */
export class UnreadableState extends Error {
  override readonly name = 'UnreadableState'
  readonly remedy: string

  constructor(message: string, remedy: string, cause?: unknown) {
    super(message, { cause })
    this.remedy = remedy
  }
}
