import type { Result } from './batch.ts'

/** What the runs of one implementation showed at one place, such as a check: each value as JSON, with how often it came. */
export type Seen = ReadonlyMap<string, number>

/** What a place shows at a run that does not have it. */
export const nothing = 'nothing'

const write = (value: unknown): string => JSON.stringify(value) ?? nothing

const named = (what: string, values: Readonly<Record<string, unknown>> = {}): [string, string][] =>
  Object.entries(values).map(([id, value]) => [`${what} ${id}`, write(value)])

/**
 * Returns what has to stay the same of a run, by place. How many checks passed, failed or were blocked follows from the checks
 * that did not pass and from how many there are. Requests vary by themselves.
 */
export const placesOf = ({ exitCode, verdict, counts, clauses, checks, observations }: Result): Map<string, string> =>
  new Map([
    ...named('run:', { exitCode, verdict, checks: counts?.checks }),
    ...named('clause', clauses),
    ...named('check', checks),
    ...named('observation', observations),
  ])

/** What a place shows where a run does not name it: only the checks that did not pass are named. */
const unnamedAt = (place: string): string => (place.startsWith('check ') ? write('pass') : nothing)

/** Returns what runs showed at a place, the most frequent value first. */
export const seenAt = (place: string, runs: readonly ReadonlyMap<string, string>[]): Seen => {
  const values = Map.groupBy(
    runs.map(run => run.get(place) ?? unnamedAt(place)),
    value => value,
  )
  const counted = [...values].map(([value, all]): [string, number] => [value, all.length])
  return new Map(counted.toSorted(([, a], [, b]) => b - a))
}

/** Returns the values that came most often. */
const usual = (seen: Seen): string[] =>
  [...seen].filter(([, times]) => times === Math.max(...seen.values())).map(([value]) => value)

/** How two sides compare at a place: `noise`: one side disagrees with itself, and what is usual on either side came on the other, too. */
export type Comparison = 'same' | 'noise' | 'different'

/** Compares what two sides showed at a place. */
export const compareSeen = (before: Seen, after: Seen): Comparison => {
  if (before.size === 1 && after.size === 1)
    return before.keys().next().value === after.keys().next().value ? 'same' : 'different'
  const isKnown = usual(after).some(value => before.has(value)) && usual(before).some(value => after.has(value))
  return isKnown ? 'noise' : 'different'
}

/** Writes the outcomes, such as `"pass" (3 of 4) or "blocked" (1 of 4)`. */
export const textOf = (seen: Seen): string => {
  const all = [...seen.values()].reduce((sum, times) => sum + times, 0)
  return [...seen].map(([value, times]) => (all === 1 ? value : `${value} (${times} of ${all})`)).join(' or ')
}
