import { nothing, placesOf, type Seen, seenAt } from './places.ts'
import type { Runs } from './record.ts'

/** By role and place: the values that differed between runs of one commit, at any implementation. */
export type Unsteady = ReadonlyMap<string, ReadonlySet<string>>

const nameOf = (role: string, place: string): string => `${role} ${place}`

/** Returns where the runs of one commit disagree with one another. */
export const unsteadyIn = (runs: Runs): Unsteady => {
  const unsteady = new Map<string, Set<string>>()
  for (const [first, ...others] of runs.values()) {
    if (first === undefined) continue
    const views = [first, ...others].filter(({ error }) => error === undefined).map(placesOf)
    for (const place of new Set(views.flatMap(view => [...view.keys()]))) {
      const seen = seenAt(place, views)
      const name = nameOf(first.role, place)
      if (seen.size > 1) unsteady.set(name, new Set([...(unsteady.get(name) ?? []), ...seen.keys()]))
    }
  }
  return unsteady
}

/** The verdicts of a check or clause if timing decides whether it could be tried. None is a failure. */
const unjudged: ReadonlySet<string> = new Set(
  ['pass', 'blocked', 'not-applicable'].map(verdict => JSON.stringify(verdict)),
)

/**
 * Returns whether a difference is noise, judging by other implementations: a measured observation, such as how long a nonce is remembered;
 * or a check or clause that is tried only if time allows. A failure is never noise elsewhere.
 */
export const isNoiseElsewhere = (
  unsteady: Unsteady,
  { role, place }: { role: string; place: string },
  seen: readonly Seen[],
): boolean => {
  const known = unsteady.get(nameOf(role, place))
  if (known === undefined || place.startsWith('run:')) return false
  const values = seen.flatMap(each => [...each.keys()])
  if (place.startsWith('observation ')) return !values.includes(nothing)
  return values.every(value => known.has(value) && unjudged.has(value))
}
