import type { RunContext } from '../../harness/run-context.ts'

/** Begins to watch the requests of the target. The result returns which limit of the counterpart one has exceeded since, as a sentence. */
export const watchUnread = ({ counterpart }: Pick<RunContext, 'counterpart'>): (() => string | undefined) => {
  const since = counterpart?.journal.count ?? 0
  return () => counterpart?.journal.find(({ beyond }) => beyond !== undefined, since)[0]?.beyond
}

/**
 * Blocks a check that failed while a request of the target was not read whole: what the check missed may be in there. It is tried again, since
 * the request may belong to another check, such as one that sends a long text.
 */
export const unlessUnread = <End extends { outcome: string; isProof?: boolean }>(
  unread: string | undefined,
  end: End,
): End | { outcome: 'blocked'; reason: string; isInVain: true } =>
  unread !== undefined && end.outcome === 'fail' && !end.isProof
    ? { outcome: 'blocked', reason: unread, isInVain: true }
    : end
