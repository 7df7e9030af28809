import type { Result } from './batch.ts'
import { compareSeen, placesOf, type Seen, seenAt, textOf } from './places.ts'
import type { Runs } from './record.ts'
import { requestsBeyond, spreadOf } from './requests.ts'
import { isNoiseElsewhere, type Unsteady, unsteadyIn } from './unsteady.ts'

/** The differences at an implementation and the noise (differences between runs of one commit), as lines. */
type Differences = { key: string; different: string[]; noise: string[] }

/** The comparison of two records: `spread` is how much the requests of the first commit differ among themselves, as a share. */
export type Compared = { implementations: number; differences: Differences[]; spread: number }

const hasRun = ({ error }: Result): boolean => error === undefined

/** Returns the errors of runs that could not start, and the places of the others. */
const viewsOf = (runs: readonly Result[]) => ({
  errors: runs.map(({ error }) => new Map(error === undefined ? [] : [['error', JSON.stringify(error)]])),
  shown: runs.filter(hasRun).map(placesOf),
})

type Views = readonly ReadonlyMap<string, string>[]
type Lines = Pick<Differences, 'different' | 'noise'>

/** `isNoise`: whether a difference at a place is noise because of other implementations. */
const linesOf = (before: Views, after: Views, isNoise: (place: string, seen: Seen[]) => boolean): Lines => {
  const lines: Lines = { different: [], noise: [] }
  if (before.length === 0 || after.length === 0) return lines
  for (const place of new Set([...before, ...after].flatMap(run => [...run.keys()]))) {
    const [was, is] = [seenAt(place, before), seenAt(place, after)]
    const own = compareSeen(was, is)
    const comparison = own === 'different' && isNoise(place, [was, is]) ? 'noise' : own
    if (comparison !== 'same') lines[comparison].push(`${place}: was ${textOf(was)}, is ${textOf(is)}`)
  }
  return lines
}

/** The noise between runs of one commit, at any implementation. */
type Noise = { spread: number; unsteady: Unsteady }

const differencesAt = (before: readonly Result[], after: readonly Result[], { spread, unsteady }: Noise): Lines => {
  const [a, b] = [viewsOf(before), viewsOf(after)]
  const role = before[0]?.role ?? ''
  const errors = linesOf(a.errors, b.errors, () => false)
  const shown = linesOf(a.shown, b.shown, (place, seen) => isNoiseElsewhere(unsteady, { role, place }, seen))
  return {
    different: [...errors.different, ...shown.different, ...requestsBeyond(spread, before, after)],
    noise: [...errors.noise, ...shown.noise],
  }
}

/** Compares two records. A value that only one of them has is a difference. The first decides on noise. */
export const compareRecords = (before: Runs, after: Runs): Compared => {
  const noise = { spread: spreadOf(before.values()), unsteady: unsteadyIn(before) }
  const keys = new Set([...before.keys(), ...after.keys()])
  const all = [...keys].map((key): Differences => {
    const [was, is] = [before.get(key), after.get(key)]
    if (was === undefined) return { key, different: ['only in the second file'], noise: [] }
    if (is === undefined) return { key, different: ['only in the first file'], noise: [] }
    return { key, ...differencesAt(was, is, noise) }
  })
  const differences = all.filter(({ different, noise }) => different.length + noise.length > 0)
  return { implementations: keys.size, differences, spread: noise.spread }
}

/** Formats a comparison: noise, then differences, then their number. */
export const comparisonText = ({ implementations, differences, spread }: Compared): string => {
  const different = differences.filter(each => each.different.length > 0)
  const count = (lines: readonly string[][]): number => lines.flat().length
  return [
    ...differences.flatMap(({ key, noise }) => noise.map(line => `noise      ${key}: ${line}`)),
    ...different.flatMap(each => each.different.map(line => `DIFFERENT  ${each.key}: ${line}`)),
    `${implementations} implementations: ${count(different.map(each => each.different))} differences at ${different.length} of them, ` +
      `${count(differences.map(each => each.noise))} of noise. Requests of the first commit differ by up to ${(spread * 100).toFixed(1)} %.`,
  ].join('\n')
}
