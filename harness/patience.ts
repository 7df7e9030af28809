/** Milliseconds that the harness waits for what a target does in its own time. */
export const patience = {
  /** For a transaction that the target named to be readable: a replica of its database may be behind. */
  replica: 3_000,
  /** Between two readings of it. */
  rereading: 150,
} as const
