import type { Result } from './batch.ts'

/** The values that the runs of an implementation showed at a place, such as a check: each as JSON, with its count. */
export type Seen = ReadonlyMap<string, number>

/** The value of a place that a run does not have. */
export const nothing = 'nothing'

const write = (value: unknown): string => JSON.stringify(value) ?? nothing

const named = (what: string, values: Readonly<Record<string, unknown>> = {}): [string, string][] =>
  Object.entries(values).map(([id, value]) => [`${what} ${id}`, write(value)])

/**
 * Returns the values that must stay the same in a run, by place. The counts of passed, failed and blocked checks follow from the checks
 * that did not pass and the total. Requests are left out: their number varies anyway.
 */
export const placesOf = ({ exitCode, verdict, counts, clauses, checks, observations }: Result): Map<string, string> =>
  new Map([
    ...named('run:', { exitCode, verdict, checks: counts?.checks }),
    ...named('clause', clauses),
    ...named('check', checks),
    ...named('observation', observations),
  ])

/** The value of a place that a run does not name: only checks that did not pass are named. */
const unnamedAt = (place: string): string => (place.startsWith('check ') ? write('pass') : nothing)

/** Returns the values that runs showed at a place, the most frequent first. */
export const seenAt = (place: string, runs: readonly ReadonlyMap<string, string>[]): Seen => {
  const values = Map.groupBy(
    runs.map(run => run.get(place) ?? unnamedAt(place)),
    value => value,
  )
  const counted = [...values].map(([value, all]): [string, number] => [value, all.length])
  return new Map(counted.toSorted(([, a], [, b]) => b - a))
}

/** Returns the most frequent values. */
const usual = (seen: Seen): string[] =>
  [...seen].filter(([, times]) => times === Math.max(...seen.values())).map(([value]) => value)

/** How two sides compare at a place. `noise`: one side disagrees with itself, and the usual values of each side also occur on the other. */
export type Comparison = 'same' | 'noise' | 'different'

/** Compares the values of two sides at a place. */
export const compareSeen = (before: Seen, after: Seen): Comparison => {
  if (before.size === 1 && after.size === 1)
    return before.keys().next().value === after.keys().next().value ? 'same' : 'different'
  const isKnown = usual(after).some(value => before.has(value)) && usual(before).some(value => after.has(value))
  return isKnown ? 'noise' : 'different'
}

/** Formats the values, such as `"pass" (3 of 4) or "blocked" (1 of 4)`. */
export const textOf = (seen: Seen): string => {
  const all = [...seen.values()].reduce((sum, times) => sum + times, 0)
  return [...seen].map(([value, times]) => (all === 1 ? value : `${value} (${times} of ${all})`)).join(' or ')
}
