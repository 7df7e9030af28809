import type { KnownFailureOutcome, Report } from '../schemas/messages.ts'
import type { CheckOutcome, ClauseOutcome } from './queries.ts'
import { visibleLine } from './visible.ts'

/** Returns the entry of the file of known failures that lists a clause or one of its checks. */
export const knownEntry = (
  { run }: Report,
  clause: ClauseOutcome,
  checks: readonly CheckOutcome[],
): KnownFailureOutcome | undefined => {
  const ids = [clause.id, ...checks.map(({ id }) => id)]
  return clause.verdict === 'known'
    ? run.knownFailures?.find(({ id, status }) => status === 'fails' && ids.includes(id))
    : undefined
}

/** Returns why a failure is tolerated: its reason, then who fixes it, until when, and where it is tracked. */
export const knownText = ({ reason, owner, expires, link, at }: Omit<KnownFailureOutcome, 'id' | 'status'>): string => {
  const details = [owner, expires && `until ${expires}`, link, at].filter(detail => detail !== undefined)
  return visibleLine(reason === undefined ? `listed at ${at}` : `${reason} (${details.join(', ')})`)
}

const causes: Readonly<Record<string, (entry: KnownFailureOutcome) => string>> = {
  passes: () => 'passes',
  expired: ({ expires }) => `expired on ${expires}`,
  unmatched: () => 'matches nothing',
}

/** An entry that must be removed, with the file and the line that it begins on. */
export type StaleEntry = { entry: KnownFailureOutcome; text: string }

/** Returns the entries that fail the job, each with a sentence that names its line. */
export const staleEntries = (outcomes: readonly KnownFailureOutcome[] = []): StaleEntry[] =>
  outcomes.flatMap(entry => {
    const cause = causes[entry.status]?.(entry)
    return cause === undefined ? [] : [{ entry, text: visibleLine(`${entry.at}: ${entry.id} ${cause}: remove it.`) }]
  })
